"""The games that environments are tested with: all of ours, and one in plain Python."""

from __future__ import annotations

import outwit
from examples.games.tictactoe import GAME as SIXTH

GAMES = (*outwit.all_games(), SIXTH)
NAMES = [game.name for game in GAMES]
