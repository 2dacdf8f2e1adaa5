"""What Push has besides its rules."""

from __future__ import annotations

import os

from outwit.core.exam import Exam
from outwit.core.parts import Parts
from outwit.core.sessions import Sessions
from outwit.games.push.bots import BOTS
from outwit.games.push.examples import EXAMPLES
from outwit.games.push.keyboard import invent
from outwit.games.push.look import LOOK
from outwit.games.push.openings import OPENINGS
from outwit.games.push.tuning import SEARCH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from outwit.core.conversation import Conversation


def conversations() -> Mapping[str, Conversation]:
    """Load how to talk with programs, which takes regular expressions."""
    from outwit.games.push.conversation import CONVERSATIONS

    return CONVERSATIONS


EXAM = os.path.join(os.path.dirname(__file__), "exam.toml")
SESSIONS = os.path.join(os.path.dirname(__file__), "sessions.json")
BOOK = os.path.join(os.path.dirname(__file__), "book.txt")
PUZZLES = os.path.join(os.path.dirname(__file__), "puzzles.json")
PARTS = Parts(
    bots=BOTS,
    look=LOOK,
    tuning=SEARCH,
    openings=OPENINGS,
    conversations=conversations,
    exam=Exam(EXAM, "outwit.programs.examiners.push"),
    sessions=Sessions(SESSIONS, "outwit.programs.push2310", invent),
    examples=EXAMPLES,
    book=BOOK,
    puzzles=PUZZLES,
)
