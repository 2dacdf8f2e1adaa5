"""The folder of a person's own files."""

from __future__ import annotations

import os
from pathlib import Path

HOME = "OUTWIT_HOME"


def home() -> Path:
    """Return the folder of a person's own files.

    It is ``$OUTWIT_HOME``, else ``$XDG_DATA_HOME/outwit``, else ``~/.local/share/outwit``. It need
    not exist.
    """
    if named := os.environ.get(HOME):
        return Path(named)
    data = os.environ.get("XDG_DATA_HOME", "")
    # By the standard, a relative path here counts as none.
    base = data if os.path.isabs(data) else os.path.expanduser("~/.local/share")
    return Path(base, "outwit")
