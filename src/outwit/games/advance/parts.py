"""What Advance has besides its rules."""

from __future__ import annotations

from outwit.core.parts import Parts
from outwit.games.advance.bots import BOTS
from outwit.games.advance.look import LOOK
from outwit.games.advance.marking import MARKING
from outwit.games.advance.openings import OPENINGS
from outwit.games.advance.tuning import SEARCH

PARTS = Parts(bots=BOTS, look=LOOK, tuning=SEARCH, openings=OPENINGS, marking=MARKING)
