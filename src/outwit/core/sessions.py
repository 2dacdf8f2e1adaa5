"""How programs for a game are marked that talk at a keyboard."""

from __future__ import annotations

from outwit.core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from outwit.core.keyboard import KeyboardSession


class Sessions(Value):
    """The sessions of an assignment, and the program that says what is right in them."""

    # The path of sessions with what is right; see ``grading/sessions.py``.
    path: str
    # The module of the program, which has a ``main``. If the computer has a choice in a session,
    # also ``play(console, arguments)``, and ``announced(output)``: what another program chose.
    program: str
    # Some session, for making more of them.
    invent: Callable[[Random], KeyboardSession]
