"""``python -m outwit.cli`` is ``outwit``."""

from outwit.cli import main

main()
