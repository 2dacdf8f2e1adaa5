"""What Ataxx has besides its rules."""

from __future__ import annotations

import os

from outwit.core.exam import Exam
from outwit.core.features import Features
from outwit.core.parts import Parts
from outwit.core.sessions import Sessions
from outwit.games.ataxx.bots import BOTS
from outwit.games.ataxx.examples import EXAMPLES
from outwit.games.ataxx.features import BUCKETS, STATES, SWAP, WINDOWS
from outwit.games.ataxx.keyboard import invent
from outwit.games.ataxx.look import LOOK
from outwit.games.ataxx.manyboards import MANY_BOARDS
from outwit.games.ataxx.openings import OPENINGS
from outwit.games.ataxx.protocols import PROTOCOLS
from outwit.games.ataxx.tuning import SEARCH
from outwit.games.ataxx.variants import VARIANTS

SESSIONS = os.path.join(os.path.dirname(__file__), "sessions.json")
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from outwit.core.conversation import Conversation


def conversations() -> Mapping[str, Conversation]:
    """Load how to talk with programs, which takes regular expressions."""
    from outwit.games.ataxx.conversation import CONVERSATIONS

    return CONVERSATIONS


EXAM = os.path.join(os.path.dirname(__file__), "exam.toml")
NETWORK = os.path.join(os.path.dirname(__file__), "network.bin")
BOOK = os.path.join(os.path.dirname(__file__), "book.txt")
PUZZLES = os.path.join(os.path.dirname(__file__), "puzzles.json")
PARTS = Parts(
    bots=BOTS,
    look=LOOK,
    tuning=SEARCH,
    features=Features(WINDOWS, STATES, BUCKETS, NETWORK, swap=SWAP),
    many_boards=MANY_BOARDS,
    openings=OPENINGS,
    protocols=PROTOCOLS,
    variants=VARIANTS,
    conversations=conversations,
    exam=Exam(EXAM, "outwit.programs.examiners.ataxx"),
    sessions=Sessions(SESSIONS, "outwit.programs.ataxx", invent),
    examples=EXAMPLES,
    book=BOOK,
    puzzles=PUZZLES,
)
