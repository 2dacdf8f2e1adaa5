"""Santorini straight from a clone: ``python3 main.py random heuristic off on``."""

import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parent / "src"
sys.path.insert(0, str(SOURCE))
# Last in line: the real cython, where there is one, comes first.
sys.path.append(str(SOURCE / "standin"))

from outwit.assignments.santorini.program import main  # noqa: E402  only found now

main()
