"""A game as it was played."""

from __future__ import annotations

from outwit.core.value import Value

FIRST_WON, SECOND_WON, DRAWN, UNFINISHED = "1-0", "0-1", "1/2-1/2", "*"
RESULTS = (FIRST_WON, SECOND_WON, DRAWN, UNFINISHED)


class PlayedMove(Value):
    """A move, and what is known about how it came about; times are in seconds."""

    move: str
    time: float | None = None
    clock: float | None = None
    score: str = ""
    depth: int | None = None


class GameRecord(Value):
    """One game: who played, from where, which moves, how it ended.

    ``start`` is the text of the first position and ``options`` the rules it was played by.
    ``termination`` is the code of the rule that ended the game, of the fault that forfeited it,
    or ``adjudicated``. ``tags`` is whatever else there is to say.
    """

    game: str
    players: tuple[str, str]
    start: str
    options: dict[str, str]
    moves: tuple[PlayedMove, ...]
    result: str
    termination: str
    tags: dict[str, str]
