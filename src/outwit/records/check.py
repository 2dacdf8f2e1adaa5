"""Checks that a record follows the rules of its game."""

from __future__ import annotations

from outwit.core.argument import of_type
from outwit.core.position import Position
from outwit.core.value import Value
from outwit.errors import BadPosition, BadRecord, OutwitError, UnknownGame
from outwit.records import syntax
from outwit.records.endings import FORFEITS, SETTLED
from outwit.records.entry import Entry
from outwit.records.record import DRAWN, RESULTS, UNFINISHED, GameRecord
from outwit.records.replay import first_position, play_recorded, result_of


class Fault(Value):
    """An error in a record, and its place: a tag by name or a move by index from 0."""

    place: str | int
    reason: str


def check_record(record: GameRecord) -> None:
    """Check that a record follows the rules of its game.

    Args:
        record: The game.

    Raises:
        BadRecord: It does not; the message names the first error.

    >>> from outwit.records.reader import read_records
    >>> check_record(next(read_records(['[Game "ataxx"]', "", "1. f1 f1 *"])))
    Traceback (most recent call last):
    ...
    outwit.errors.BadRecord: move 2: move 'f1' is not legal here
    """
    if (fault := find_fault(record)) is not None:
        raise BadRecord(fault.reason)


def check_entry(entry: Entry) -> BadRecord | None:
    """Return the first error of a record in a file, with its line; None without an error.

    Args:
        entry: A game with its lines, from ``read_entries``.

    >>> from outwit.records.reader import read_entries
    >>> check_entry(next(read_entries(['[Game "ataxx"]', "", "1. f1 f1 *"])))
    BadRecord("line 3: move 2: move 'f1' is not legal here")
    """
    of_type("entry", entry, Entry, "an Entry")
    if (fault := find_fault(entry.record)) is None:
        return None
    return BadRecord(f"line {entry.line_of(fault.place)}: {fault.reason}")


def find_fault(record: GameRecord) -> Fault | None:
    """Play a record again and return its first error, None if there is none.

    Game, options and start must be readable and every move legal. Result and termination must be
    those of the last position. A game that is not over by the rules may have been resigned,
    forfeited, adjudicated or stopped.
    """
    try:
        position = first_position(record)
    except UnknownGame as error:
        return Fault(syntax.GAME, str(error))
    except BadPosition as error:
        return Fault(syntax.START, str(error))
    except OutwitError as error:
        return Fault(syntax.OPTION, str(error))
    try:
        for played in record.moves:
            play_recorded(position, played)
    except BadRecord as error:
        return Fault(len(position.played), str(error))
    return end_fault(record, position)


def end_fault(record: GameRecord, position: Position) -> Fault | None:
    """Return the error in result or termination, given the last position."""
    result, code = record.result, record.termination
    if result not in RESULTS:
        return Fault(syntax.RESULT, f"result {result[:40]!r} is not one of {', '.join(RESULTS)}")
    if (outcome := position.outcome) is not None:
        really = outcome.termination.code
        if result != result_of(outcome):
            reason = f"the result is {result}, but the game ended {result_of(outcome)} ({really})"
            return Fault(syntax.RESULT, reason)
        if code not in ("", really):
            reason = f"the termination is {code[:40]!r}, but the game ended by {really!r}"
            return Fault(syntax.TERMINATION, reason)
        return None
    if code in (termination.code for termination in position.terminations):
        return Fault(syntax.TERMINATION, f"the game has not ended by {code!r}: it is still running")
    if result == UNFINISHED:
        if code in SETTLED:
            return Fault(syntax.RESULT, f"the game is {code}, but the result is {result}")
        return None
    if code in SETTLED or (code in FORFEITS and result != DRAWN):
        return None
    if code in FORFEITS:
        return Fault(syntax.TERMINATION, f"a game that ends by {code!r} cannot be a draw")
    reason = f"the result is {result}, but the game is still running"
    return Fault(syntax.RESULT, reason + (f" and {code[:40]!r} does not end it" if code else ""))
