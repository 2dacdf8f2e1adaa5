"""How programs that are used at a keyboard are marked."""

from __future__ import annotations

from outwit.core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from outwit.assignments.keyboard import KeyboardSession


class Sessions(Value):
    """The sessions of an assignment; what its own program prints in them is right."""

    # The path of the file of sessions; see ``grading/sessions.py``.
    path: str
    # Makes a random session.
    invent: Callable[[Random], KeyboardSession]
