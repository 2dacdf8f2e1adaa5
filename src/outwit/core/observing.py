"""What the side to move sees, as planes of numbers, and a position as a record of words."""

from __future__ import annotations

from outwit.core.position import Position
from outwit.geometry import memory


def planes_of(position: Position) -> bytearray:
    """Return the numbers of all planes of a position, plane by plane, row by row from the top."""
    own: Position = position
    own.check()
    board = own.board
    planes = bytearray(len(own.planes) * board.rows * board.columns)
    own.write_planes(memory.u8s(planes))
    own.check()
    return planes


def from_planes(position: Position, planes: bytes) -> Position:
    """Return the position that planes show, with the game and options of another."""
    found = position.read_planes(bytes(planes))
    assert isinstance(found, Position), "planes are read into a position"
    found._belong(position.game)
    return found


def reloaded(position: Position) -> Position:
    """Return a position made by a record: the same play from here on, no moves played."""
    return with_record(position, record_of(position))


def record_of(position: Position) -> bytes:
    """Return the record of a position, whose ``Rules.save`` says what it has."""
    own: Position = position
    own.check()
    record = bytearray(8 * own.record_words)
    own.save(memory.u64s(record))
    own.check()
    return bytes(record)


def with_record(position: Position, record: bytes) -> Position:
    """Return the position of a record, with the game and options of another; no moves played."""
    made: Position = position.clone()
    store = bytearray(record)
    made.drop_listing()
    made.load(memory.u64s(store))
    made.ply = 0
    made.check()
    return made
