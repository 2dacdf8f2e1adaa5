"""What Jeson Mor has besides its rules."""

from __future__ import annotations

import os

from outwit.core.exam import Exam
from outwit.core.features import Features
from outwit.core.parts import Parts
from outwit.core.sessions import Sessions
from outwit.games.jesonmor.bots import BOTS
from outwit.games.jesonmor.examples import EXAMPLES
from outwit.games.jesonmor.features import BUCKETS, SLOTS, STATES, SWAP
from outwit.games.jesonmor.keyboard import invent
from outwit.games.jesonmor.look import LOOK
from outwit.games.jesonmor.tuning import SEARCH
from outwit.games.jesonmor.variants import VARIANTS

SESSIONS = os.path.join(os.path.dirname(__file__), "sessions.json")
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from outwit.core.conversation import Conversation


def conversations() -> Mapping[str, Conversation]:
    """Load how to talk with programs, which takes regular expressions."""
    from outwit.games.jesonmor.conversation import CONVERSATIONS

    return CONVERSATIONS


EXAM = os.path.join(os.path.dirname(__file__), "exam.toml")
NETWORK = os.path.join(os.path.dirname(__file__), "network.bin")
BOOK = os.path.join(os.path.dirname(__file__), "book.txt")
PUZZLES = os.path.join(os.path.dirname(__file__), "puzzles.json")
PARTS = Parts(
    bots=BOTS,
    look=LOOK,
    tuning=SEARCH,
    features=Features(SLOTS, STATES, BUCKETS, NETWORK, corrects=True, swap=SWAP, common=1),
    variants=VARIANTS,
    conversations=conversations,
    exam=Exam(EXAM, "outwit.programs.examiners.jesonmor"),
    sessions=Sessions(SESSIONS, "outwit.programs.jesonmor", invent),
    examples=EXAMPLES,
    book=BOOK,
    puzzles=PUZZLES,
)
