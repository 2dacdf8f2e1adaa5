"""The parts of Ataxx besides its rules."""

from __future__ import annotations

import os

from outwit.core.features import Features
from outwit.core.parts import Parts
from outwit.games.ataxx.bots import BOTS
from outwit.games.ataxx.examples import EXAMPLES
from outwit.games.ataxx.features import BUCKETS, STATES, SWAP, WINDOWS
from outwit.games.ataxx.look import LOOK
from outwit.games.ataxx.manyboards import MANY_BOARDS
from outwit.games.ataxx.openings import OPENINGS
from outwit.games.ataxx.protocols import PROTOCOLS
from outwit.games.ataxx.reasons import REASONS
from outwit.games.ataxx.themes import THEMES
from outwit.games.ataxx.tour import TOUR
from outwit.games.ataxx.tuning import SEARCH
from outwit.games.ataxx.variants import VARIANTS

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
    examples=EXAMPLES,
    reasons=REASONS,
    tour=TOUR,
    book=BOOK,
    puzzles=PUZZLES,
    themes=THEMES,
)
