"""What the side to move sees, as planes of numbers, and a position as a record of words."""

from __future__ import annotations

from outwit.core.position import Position
from outwit.geometry import memory


def observe(position: Position) -> bytearray:
    """Return the numbers of all planes of a position, plane by plane, row by row from the top."""
    position.check()
    board = position.board
    planes = bytearray(len(position.planes) * board.rows * board.columns)
    position.write_planes(memory.u8s(planes))
    position.check()
    return planes


def saved(position: Position) -> bytearray:
    """Return the record of a position."""
    position.check()
    record = bytearray(8 * position.record_words)
    position.save(memory.u64s(record))
    position.check()
    return record


def planes_of(position: Position) -> bytearray:
    """Return what ``observe`` does, for Python."""
    return observe(position)


def from_planes(position: Position, planes: bytes) -> Position:
    """Return the position that planes show, with the game and options of another."""
    found = position.read_planes(bytes(planes))
    assert isinstance(found, Position), "planes are read into a position"
    found._belong(position.game)
    return found


def reloaded(position: Position) -> Position:
    """Return a position made by a record: the same play from here on, no moves played."""
    return with_record(position, saved(position))


def record_of(position: Position) -> bytes:
    """Return the record of a position, whose ``Rules.save`` says what it has."""
    return bytes(saved(position))


def with_record(position: Position, record: bytes | bytearray) -> Position:
    """Return the position of a record, with the game and options of another; no moves played."""
    made: Position = position.clone()
    store = bytearray(record)
    made.drop_listing()
    made.load(memory.u64s(store))
    made.ply = 0
    made.check()
    return made
