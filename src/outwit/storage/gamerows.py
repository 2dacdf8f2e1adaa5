"""Conversion between rows of games and values."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Row

from outwit.arena.timecontrol import read_time_control
from outwit.errors import UsageError
from outwit.records.record import UNFINISHED
from outwit.storage.ids import new_id
from outwit.storage.ratings import RatingChange
from outwit.storage.stored import VISIBILITIES, GameLine, NewGame, StoredSeat
from outwit.storage.tables import now

SIDES = ("first", "second")


def game_values(new: NewGame) -> dict[str, object]:
    """Return the row of a new game; raise UsageError."""
    read_time_control(new.time_control)
    if new.visibility not in VISIBILITIES:
        raise UsageError(f"visibility {new.visibility[:40]!r} is not public or link")
    moment = now()
    values: dict[str, object] = {
        "id": new_id(),
        "game": new.game,
        "options": new.options,
        "start": new.start,
        "time_control": new.time_control,
        "rated": new.rated,
        "visibility": new.visibility,
        "rematch_of": new.rematch_of,
        "invited": new.invited,
        "tournament": new.tournament,
        "request": new.request,
        "created": moment,
        "started": None if any(seat.is_open for seat in new.seats) else moment,
        "result": UNFINISHED,
        "termination": "",
        "sentence": "",
    }
    for side, seat in enumerate(new.seats):
        values |= seat_values(side, seat)
    return values


def read_seat(row: Row[Any], side: int) -> StoredSeat:
    """Return the seat of a side."""
    name, account, bot = (getattr(row, f"{SIDES[side]}_{field}") for field in StoredSeat.fields)
    return StoredSeat(name, account, bot)


def seat_values(side: int, seat: StoredSeat) -> dict[str, object]:
    """Return a seat as part of a row."""
    return {f"{SIDES[side]}_{field}": getattr(seat, field) for field in StoredSeat.fields}


def game_line(row: Row[Any]) -> GameLine:
    """Return a row of the table as a value."""
    setup = NewGame(
        row.game,
        (read_seat(row, 0), read_seat(row, 1)),
        row.options,
        row.start,
        row.time_control,
        row.rated,
        row.visibility,
        row.rematch_of,
        row.invited,
        row.tournament,
    )
    return GameLine(
        row.id,
        setup,
        row.created,
        row.started,
        row.ended,
        row.result,
        row.termination,
        row.sentence,
    )


def history_values(game_id: str, change: RatingChange, moment: datetime) -> dict[str, object]:
    """Return a rating change by a game as a row of the rating history."""
    after = change.after
    return {
        "game_id": game_id,
        "account": after.account,
        "game": after.game,
        "time_class": after.time_class,
        "rating": after.glicko.rating,
        "deviation": after.glicko.deviation,
        "at": moment,
    }
