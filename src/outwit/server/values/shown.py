"""Texts about games and times for several pages."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from outwit.arena.timecontrol import DAY, read_time_control
from outwit.errors import OutwitError, UnknownGame
from outwit.games import game as find_game
from outwit.storage.stored import GameLine, StoredSeat

Shown = dict[str, Any]


def shown_busy(line: GameLine, plies: int) -> Shown:
    """Return the data of a running game for the first page."""
    return {
        "id": line.id,
        "name": line.setup.game,
        "game": name_of_game(line.setup.game),
        "players": [shown_name(seat) for seat in line.setup.seats],
        "plies": plies,
        "src": f"/g/{line.id}/small.svg?n={plies}",
    }


def shown_seek(line: GameLine) -> Shown:
    """Return the data of a free seat for the first page."""
    return {
        "id": line.id,
        "game": name_of_game(line.setup.game),
        "name": next(seat.name for seat in line.setup.seats if not seat.is_open),
        "clock": shown_clock(line.setup.time_control),
        "rated": line.setup.rated,
    }


def shown_line(line: GameLine, account: int, plies: int = 0) -> Shown:
    """Return the data of a game for lists, from one player's view."""
    setup = line.setup
    side = setup.side_of(account) or 0
    other = setup.seats[1 - side]
    if setup.invited == account and line.started is None:
        # The inviting player has the seat that is taken.
        other = next(seat for seat in setup.seats if not seat.is_open)
    return {
        "id": line.id,
        "name": setup.game,
        "game": name_of_game(setup.game),
        "opponent": shown_name(other),
        "is_person": other.account is not None,
        "clock": shown_clock(setup.time_control),
        "rated": setup.rated,
        "waits": line.started is None,
        "is_turn": line.started is not None
        and (setup.is_shared or turn_after(line, plies) == side),
    }


def shown_name(seat: StoredSeat) -> str:
    """Return a player's displayed name; an engine level gets a capital letter.

    >>> shown_name(StoredSeat("level 2", None, "level 2")), shown_name(StoredSeat("ada", 1))
    ('Level 2', 'ada')
    """
    return capital(seat.name) if seat.bot else seat.name


def capital(text: str) -> str:
    """Return a text with a capital first letter.

    >>> capital("it is not Ada's turn")
    "It is not Ada's turn"
    """
    return text[:1].upper() + text[1:]


def figure(number: float) -> str:
    """Return a rounded number, with a minus sign instead of a hyphen.

    >>> figure(1499.6), figure(-12.0)
    ('1500', '−12')
    """
    return f"{number:.0f}".replace("-", "−")


def turn_after(line: GameLine, plies: int) -> int | None:
    """Return the side to move after some plies; None if the game is not installed."""
    setup = line.setup
    try:
        game = find_game(setup.game)
        start = game.position(setup.start, **setup.options) if setup.start else game.start()
    except OutwitError:
        return None
    return (int(start.turn) + plies) % 2


def name_of_game(name: str) -> str:
    """Return a game's display name, its plain name if it is not installed."""
    try:
        return find_game(name).display_name
    except UnknownGame:
        return name


def shown_clock(text: str) -> str:
    """Return a time control in words.

    >>> [shown_clock(text) for text in ("300+3", "90+0", "10+0.1", "10/move", "unlimited")]
    ['5 min + 3 s', '1.5 min', '10 s + 0.1 s', '10 s a move', 'no clock']
    >>> shown_clock("259200/move"), shown_clock("86400/move")
    ('3 days a move', '1 day a move')
    """
    control = read_time_control(text)
    if control.is_unlimited:
        return "no clock"
    if control.move is not None and control.is_slow:
        days = control.move / DAY
        return "1 day a move" if days == 1 else f"{days:g} days a move"
    if control.game is None:
        return f"{control.move:g} s a move"
    whole = f"{control.game / 60:.3g} min" if control.game >= 60 else f"{control.game:g} s"
    return f"{whole} + {control.increment:g} s" if control.increment else whole


def shown_day(moment: datetime) -> str:
    """Return a date as text.

    >>> shown_day(datetime(2026, 3, 4))
    '4 March 2026'
    """
    return f"{moment.day} {moment:%B %Y}"
