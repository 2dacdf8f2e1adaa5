"""The parts of Jeson Mor besides its rules."""

from __future__ import annotations

import os

from outwit.core.features import Features
from outwit.core.parts import Parts
from outwit.games.jesonmor.bots import BOTS
from outwit.games.jesonmor.examples import EXAMPLES
from outwit.games.jesonmor.features import BUCKETS, SLOTS, STATES, SWAP
from outwit.games.jesonmor.look import LOOK
from outwit.games.jesonmor.reasons import REASONS
from outwit.games.jesonmor.themes import THEMES
from outwit.games.jesonmor.tour import TOUR
from outwit.games.jesonmor.tuning import SEARCH
from outwit.games.jesonmor.variants import VARIANTS

NETWORK = os.path.join(os.path.dirname(__file__), "network.bin")
BOOK = os.path.join(os.path.dirname(__file__), "book.txt")
PUZZLES = os.path.join(os.path.dirname(__file__), "puzzles.json")
PARTS = Parts(
    bots=BOTS,
    look=LOOK,
    tuning=SEARCH,
    features=Features(SLOTS, STATES, BUCKETS, NETWORK, corrects=True, swap=SWAP, common=1),
    variants=VARIANTS,
    examples=EXAMPLES,
    reasons=REASONS,
    tour=TOUR,
    book=BOOK,
    puzzles=PUZZLES,
    themes=THEMES,
)
