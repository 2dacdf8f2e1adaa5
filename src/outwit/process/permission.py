"""Whether programs of strangers may run on this machine."""

from __future__ import annotations

import os

from outwit.process.enclosure import can_enclose

# Set to 1, programs run without an enclosure.
UNENCLOSED = "OUTWIT_UNENCLOSED"
NOT_ENCLOSED = (
    "bubblewrap cannot enclose programs here, so no hand-in is run: install it, see outwit doctor "
    f"({UNENCLOSED}=1 runs them all the same, as this user and with its rights)"
)


def may_run() -> bool:
    """Tell whether programs may run here: enclosed, or because the operator says so."""
    return os.environ.get(UNENCLOSED) == "1" or can_enclose()
