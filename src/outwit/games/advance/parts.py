"""The parts of Advance besides its rules."""

from __future__ import annotations

import os

from outwit.core.features import Features
from outwit.core.parts import Parts
from outwit.games.advance.bots import BOTS
from outwit.games.advance.examples import EXAMPLES
from outwit.games.advance.features import BUCKETS, MIRROR, SQUARES, STATES, SWAP
from outwit.games.advance.look import LOOK
from outwit.games.advance.openings import OPENINGS
from outwit.games.advance.reasons import REASONS
from outwit.games.advance.themes import THEMES
from outwit.games.advance.tour import TOUR
from outwit.games.advance.tuning import SEARCH

NETWORK = os.path.join(os.path.dirname(__file__), "network.bin")
BOOK = os.path.join(os.path.dirname(__file__), "book.txt")
PUZZLES = os.path.join(os.path.dirname(__file__), "puzzles.json")
PARTS = Parts(
    bots=BOTS,
    look=LOOK,
    tuning=SEARCH,
    features=Features(SQUARES, STATES, BUCKETS, NETWORK, corrects=True, mirror=MIRROR, swap=SWAP),
    openings=OPENINGS,
    examples=EXAMPLES,
    reasons=REASONS,
    tour=TOUR,
    book=BOOK,
    puzzles=PUZZLES,
    themes=THEMES,
)
