"""The plies of a record, each with the position in which its move was played."""

from __future__ import annotations

from collections.abc import Iterator

from outwit.core.position import Position
from outwit.core.value import Value
from outwit.errors import BadRecord, OutwitError
from outwit.records.record import GameRecord
from outwit.records.replay import first_position, play_recorded


class Ply(Value):
    """A move of a record and the position before it; ``number`` counts from 1.

    ``position`` is the same live object in every ply of a game: the next step of the iteration
    plays the move in it. Copy it to keep it, and undo what you play in it.
    """

    number: int
    position: Position
    move: str
    time: float | None
    clock: float | None
    score: str
    depth: int | None
    comment: str


def plies_of(record: GameRecord) -> Iterator[Ply]:
    """Yield the plies of a game in order; every move yielded is legal.

    Raise BadRecord if the game, its options or its start cannot be read, and at the first move
    that is not legal. After the last ply the position is the one that the game ended in.
    """
    try:
        position = first_position(record)
    except OutwitError as error:
        raise BadRecord(str(error)) from None
    for number, played in enumerate(record.moves, 1):
        play_recorded(position, played)
        position.undo()
        yield Ply(
            number,
            position,
            played.move,
            played.time,
            played.clock,
            played.score,
            played.depth,
            played.comment,
        )
        position.play(played.move)
