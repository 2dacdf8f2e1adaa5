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
    """A move of a record, with what is known about it.

    Args:
        move: The text of the move.
        time: Seconds that it took.
        clock: Seconds left on the player's clock after it.
        score: The player's score, as text.
        depth: The depth of the player's search, in moves.
        comment: A comment on the move.

    >>> PlayedMove("f1", time=0.5).replace(comment="the only move").comment
    'the only move'
    """

    move: str
    time: float | None = None
    clock: float | None = None
    score: str = ""
    depth: int | None = None
    comment: str = ""


class GameRecord(Value):
    """A game as it was played.

    Args:
        game: The name of the game.
        players: The names of the first and the second player.
        start: The text of the first position; empty for the start position of the options.
        options: The options of the game, as texts.
        moves: The moves.
        result: ``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` for an unfinished game.
        termination: The code of the rule that ended the game, of the fault that forfeited it, or of
            another end, such as a resignation.
        tags: Everything else by name, such as a date.
        comment: A comment on the whole game; a move has its own.

    >>> record = GameRecord("ataxx", ("Ada", "Bo"), "", {}, (PlayedMove("f1"),), "*", "", {})
    >>> [ply.move for ply in record.plies()]
    ['f1']
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

    def __repr__(self) -> str:
        names = " – ".join(self.players)
        return f"<GameRecord {self.game}: {names} {self.result}, {len(self.moves)} moves>"

    def plies(self) -> Iterator[Ply]:
        """Yield the moves with the positions before and after them; see ``outwit.records.ply``.

        Raises:
            BadRecord: The record does not follow the rules of its game.
        """
        from outwit.records.ply import plies_of

        return plies_of(self)
