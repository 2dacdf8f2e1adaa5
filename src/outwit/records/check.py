"""Whether a record follows the rules of its game."""

from __future__ import annotations

from outwit.core.position import Position
from outwit.core.value import Value
from outwit.errors import BadPosition, BadRecord, IllegalMove, OutwitError, UnknownGame
from outwit.records import form
from outwit.records.endings import FORFEITS, SETTLED
from outwit.records.entry import Entry
from outwit.records.record import DRAWN, RESULTS, UNFINISHED, GameRecord
from outwit.records.replay import first_position, result_of


class Fault(Value):
    """What is wrong with a record, and where: a tag by name or a move by index."""

    place: str | int
    reason: str


def check_record(record: GameRecord) -> None:
    """Raise BadRecord, with the first reason, if a record does not follow the rules."""
    if (fault := find_fault(record)) is not None:
        raise BadRecord(fault.reason)


def check_entry(entry: Entry) -> BadRecord | None:
    """Return the first fault of a record in a file, naming its line; None if there is none."""
    if (fault := find_fault(entry.record)) is None:
        return None
    return BadRecord(f"line {entry.line_of(fault.place)}: {fault.reason}")


def find_fault(record: GameRecord) -> Fault | None:
    """Play a record again and return what is wrong first, None if nothing is.

    Game, options and start must be readable, every move legal, and the game must have ended as
    the record says. What has not ended by the rules may have been given up, lost or stopped.
    """
    try:
        position = first_position(record)
    except UnknownGame as error:
        return Fault(form.GAME, str(error))
    except BadPosition as error:
        return Fault(form.START, str(error))
    except OutwitError as error:
        return Fault(form.OPTION, str(error))
    try:
        for played in record.moves:
            position.play(played.move)
    except IllegalMove as error:
        ply = len(position.played)
        return Fault(ply, f"move {ply + 1}: {error}")
    return end_fault(record, position)


def end_fault(record: GameRecord, position: Position) -> Fault | None:
    """Return what is wrong with result and termination, given the last position."""
    result, code = record.result, record.termination
    if result not in RESULTS:
        return Fault(form.RESULT, f"result {result[:40]!r} is not one of {', '.join(RESULTS)}")
    if (outcome := position.outcome) is not None:
        really = outcome.termination.code
        if result != result_of(outcome):
            reason = f"the result is {result}, but the game ended {result_of(outcome)} ({really})"
            return Fault(form.RESULT, reason)
        if code not in ("", really):
            reason = f"the termination is {code[:40]!r}, but the game ended by {really!r}"
            return Fault(form.TERMINATION, reason)
        return None
    if code in (termination.code for termination in position.terminations):
        return Fault(form.TERMINATION, f"the game has not ended by {code!r}: it is still running")
    if result == UNFINISHED:
        if code in SETTLED:
            return Fault(form.RESULT, f"the game is {code}, but the result is {result}")
        return None
    if code in SETTLED or (code in FORFEITS and result != DRAWN):
        return None
    if code in FORFEITS:
        return Fault(form.TERMINATION, f"a game that ends by {code!r} is no draw")
    reason = f"the result is {result}, but the game is still running"
    return Fault(form.RESULT, reason + (f" and {code[:40]!r} does not end it" if code else ""))
