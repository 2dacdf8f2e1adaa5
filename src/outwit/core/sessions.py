"""How programs that are used at a keyboard are marked."""

from __future__ import annotations

from outwit.core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from outwit.core.keyboard import KeyboardSession


class Sessions(Value):
    """The sessions of an assignment, and our program, whose output is right."""

    # The path of the file of sessions; see ``grading/sessions.py``.
    path: str
    # The module of the program, which has a ``main``. If the computer has a choice in a session,
    # also ``play(console, arguments)``, and ``announced(output)``: what another program chose.
    program: str
    # Makes a random session.
    invent: Callable[[Random], KeyboardSession]
