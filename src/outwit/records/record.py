"""A game as it was played."""

from __future__ import annotations

from outwit.core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from outwit.records.ply import Ply

FIRST_WON, SECOND_WON, DRAWN, UNFINISHED = "1-0", "0-1", "1/2-1/2", "*"
RESULTS = (FIRST_WON, SECOND_WON, DRAWN, UNFINISHED)


class PlayedMove(Value):
    """A move with its time and the player's clock in seconds, score, search depth and comment."""

    move: str
    time: float | None = None
    clock: float | None = None
    score: str = ""
    depth: int | None = None
    comment: str = ""


class GameRecord(Value):
    """One game: players, start, moves, result.

    ``start`` is the text of the first position, ``options`` are the options of the game.
    ``termination`` is the code of the rule that ended the game, of the fault that forfeited it,
    or one of ``endings``. ``tags`` hold anything else by name, such as a date. ``comment`` is
    about the game as a whole; a move has its own.
    """

    game: str
    players: tuple[str, str]
    start: str
    options: dict[str, str]
    moves: tuple[PlayedMove, ...]
    result: str
    termination: str
    tags: dict[str, str]
    comment: str = ""

    def plies(self) -> Iterator[Ply]:
        """Play the game again and yield its plies; see ``ply.plies_of``."""
        from outwit.records.ply import plies_of

        return plies_of(self)
