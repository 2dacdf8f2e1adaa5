"""The parts of Santorini besides its rules."""

from __future__ import annotations

import os

from outwit.core.features import Features
from outwit.core.parts import Parts
from outwit.games.santorini.bots import BOTS
from outwit.games.santorini.examples import EXAMPLES
from outwit.games.santorini.features import BUCKETS, PAIRS, STATES, SWAP
from outwit.games.santorini.look import LOOK
from outwit.games.santorini.manyboards import MANY_BOARDS
from outwit.games.santorini.reasons import REASONS
from outwit.games.santorini.themes import THEMES
from outwit.games.santorini.tour import TOUR
from outwit.games.santorini.tuning import SEARCH

NETWORK = os.path.join(os.path.dirname(__file__), "network.bin")
BOOK = os.path.join(os.path.dirname(__file__), "book.txt")
PUZZLES = os.path.join(os.path.dirname(__file__), "puzzles.json")
PARTS = Parts(
    bots=BOTS,
    look=LOOK,
    tuning=SEARCH,
    features=Features(PAIRS, STATES, BUCKETS, NETWORK, swap=SWAP),
    many_boards=MANY_BOARDS,
    examples=EXAMPLES,
    reasons=REASONS,
    tour=TOUR,
    book=BOOK,
    puzzles=PUZZLES,
    themes=THEMES,
)
