"""The parts of Push besides its rules."""

from __future__ import annotations

import os

from outwit.core.parts import Parts
from outwit.games.push.bots import BOTS
from outwit.games.push.examples import EXAMPLES
from outwit.games.push.look import LOOK
from outwit.games.push.openings import OPENINGS
from outwit.games.push.reasons import REASONS
from outwit.games.push.themes import THEMES
from outwit.games.push.tour import TOUR
from outwit.games.push.tuning import SEARCH

BOOK = os.path.join(os.path.dirname(__file__), "book.txt")
PUZZLES = os.path.join(os.path.dirname(__file__), "puzzles.json")
PARTS = Parts(
    bots=BOTS,
    look=LOOK,
    tuning=SEARCH,
    openings=OPENINGS,
    examples=EXAMPLES,
    reasons=REASONS,
    tour=TOUR,
    book=BOOK,
    puzzles=PUZZLES,
    themes=THEMES,
)
