"""The conditions of rated games, for pages and the API."""

from __future__ import annotations

from outwit.arena.timecontrol import TimeControl
from outwit.core.position import Position
from outwit.errors import UsageError
from outwit.storage.accounts import Account


def check_rated(
    person: Account | None, invited: Account | None, control: TimeControl, position: Position
) -> None:
    """Raise UsageError unless a game may be rated: two accounts, a clock, no variant.

    ``person`` is None for a stranger, ``invited`` for an open seat. Games between a bot and its
    owner, or bots of one owner, are not rated; the database also checks this.
    """
    if person is None or person.is_guest:
        raise UsageError("games of guests are not rated: sign in first")
    if invited is not None:
        if invited.is_guest:
            raise UsageError(f"{invited.name} is a guest, whose games are not rated")
        if (person.owner or person.id) == (invited.owner or invited.id):
            raise UsageError("games with one's own bots, or among them, are not rated")
    if control.is_unlimited:
        raise UsageError("a rated game needs a clock: without one it need never end")
    check_usual(position)


def began_usually(position: Position) -> bool:
    """Tell whether a game began at its usual start, without variants."""
    usual = position.game.start()
    return position.options == usual.options and position.beginning == usual.text


def check_usual(position: Position) -> None:
    """Raise UsageError unless a position is the one with which its game usually starts."""
    usual = position.game.start()
    if position.options != usual.options:
        raise UsageError("a rated game is played without variants")
    if position.text != usual.text:
        raise UsageError("a game from a position of one's own is not rated")
