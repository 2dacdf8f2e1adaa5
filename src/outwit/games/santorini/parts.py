"""What Santorini has besides its rules."""

from __future__ import annotations

import os

from outwit.core.exam import Exam
from outwit.core.features import Features
from outwit.core.parts import Parts
from outwit.core.sessions import Sessions
from outwit.games.santorini.bots import BOTS
from outwit.games.santorini.examples import EXAMPLES
from outwit.games.santorini.features import BUCKETS, PAIRS, STATES, SWAP
from outwit.games.santorini.keyboard import invent
from outwit.games.santorini.look import LOOK
from outwit.games.santorini.manyboards import MANY_BOARDS
from outwit.games.santorini.tuning import SEARCH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from outwit.core.conversation import Conversation


def conversations() -> Mapping[str, Conversation]:
    """Load how to talk with programs, which takes regular expressions."""
    from outwit.games.santorini.conversation import CONVERSATIONS

    return CONVERSATIONS


EXAM = os.path.join(os.path.dirname(__file__), "exam.toml")
SESSIONS = os.path.join(os.path.dirname(__file__), "sessions.json")
NETWORK = os.path.join(os.path.dirname(__file__), "network.bin")
BOOK = os.path.join(os.path.dirname(__file__), "book.txt")
PUZZLES = os.path.join(os.path.dirname(__file__), "puzzles.json")
PARTS = Parts(
    bots=BOTS,
    look=LOOK,
    tuning=SEARCH,
    features=Features(PAIRS, STATES, BUCKETS, NETWORK, swap=SWAP),
    many_boards=MANY_BOARDS,
    conversations=conversations,
    exam=Exam(EXAM, "outwit.programs.examiners.santorini"),
    sessions=Sessions(SESSIONS, "outwit.programs.santorini", invent),
    examples=EXAMPLES,
    book=BOOK,
    puzzles=PUZZLES,
)
