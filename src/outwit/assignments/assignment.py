"""What a course asks for: a program that plays a game, and how it is talked to and marked."""

from __future__ import annotations

import os
from importlib import import_module

from outwit.core.value import Value
from outwit.errors import GameFault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType

    from outwit.assignments.conversation import Conversation
    from outwit.assignments.exam import Exam
    from outwit.assignments.marking import Marking
    from outwit.assignments.sessions import Sessions
    from outwit.core.game import Game


class Assignment(Value):
    """An assignment; each part may be left out."""

    # The module of our program, which has a ``main``. Where the computer has a choice, also
    # ``play(console, arguments)``, and ``announced(output)``: what another program chose.
    program: ModuleType | None = None
    # How to talk with programs that play in plain text, by their names, the usual one first.
    conversations: Mapping[str, Conversation] = {}
    # How programs are marked: on boards, by what the assignment asks, or to the byte in sessions.
    marking: Marking | None = None
    exam: Exam | None = None
    sessions: Sessions | None = None


NONE = Assignment()


def assignment_of(game: Game) -> Assignment:
    """Return a game's assignment: what its parts load, or ours, or an empty one.

    Raise GameFault if what its parts load is none.
    """
    if game.parts.assignment is not None:
        found = game.parts.assignment()
    elif os.path.isdir(os.path.join(os.path.dirname(__file__), game.name)):
        found = import_module(f"{__package__}.{game.name}.assignment").ASSIGNMENT
    else:
        found = NONE
    if not isinstance(found, Assignment):
        raise GameFault(f"game {game.name}: what its parts load is no Assignment")
    return found
