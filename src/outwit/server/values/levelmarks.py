"""The levels of the engine that a person has beaten, and the next one to beat."""

from __future__ import annotations

from collections.abc import Iterable

from outwit.core.game import Game
from outwit.players.levels import LEVELS
from outwit.server.values.shown import Shown
from outwit.storage.levelwins import LevelWin

# The marks of a level for a side: not beaten, beaten with hints or takebacks, beaten without.
OPEN, HELPED, CLEAN = "", "helped", "clean"
SIDES = (0, 1)


def shown_levels(game: Game, wins: Iterable[LevelWin]) -> Shown:
    """Return the levels of a game with a mark for each side, and the next one to beat.

    That is the first level that neither side has beaten, then the first that one side has not.
    ``next`` is None if everything is beaten.
    """
    marks = {(level, side): OPEN for level in range(1, len(LEVELS) + 1) for side in SIDES}
    for win in wins:
        place = win.level, win.side
        if win.game == game.name and place in marks and marks[place] != CLEAN:
            marks[place] = CLEAN if win.clean else HELPED
    rungs: list[Shown] = [
        {"number": level, "marks": [marks[level, side] for side in SIDES]}
        for level in range(1, len(LEVELS) + 1)
    ]
    left = [rung for rung in rungs if not any(rung["marks"])]
    left = left or [rung for rung in rungs if not all(rung["marks"])]
    following = None
    if left:
        side = next(side for side in SIDES if not left[0]["marks"][side])
        following = {"level": left[0]["number"], "side": side, "side_name": game.sides[side]}
    return {
        "name": game.name,
        "display_name": game.display_name,
        "sides": list(game.sides),
        "rungs": rungs,
        "next": following,
        "is_begun": any(marks.values()),
    }
