"""Matches a player with a game that waits for an opponent."""

from __future__ import annotations

import asyncio

from outwit.arena.timecontrol import read_time_control
from outwit.errors import NotAllowed
from outwit.server.live.commands import Sit
from outwit.server.live.lobby import Lobby
from outwit.server.news.bus import Bus
from outwit.server.news.presence import Presence
from outwit.server.values.accepting import check_seat, check_together
from outwit.storage.accounts import Account, AccountStore
from outwit.storage.relations import RelationStore
from outwit.storage.stored import GameLine, NewGame


class Seeking:
    """Finds free seats in waiting games."""

    def __init__(self, lobby: Lobby, presence: Presence, bus: Bus, accounts: AccountStore) -> None:
        self._lobby = lobby
        self._presence = presence
        self._bus = bus
        self._accounts = accounts
        self._relations = RelationStore(accounts.database)

    async def take_seat(
        self, new: NewGame, person: Account, *, side: int | None, any_clock: bool = False
    ) -> str | None:
        """Take a seat in a waiting game on the terms of ``new``; return its id, None without one.

        ``side`` is a preference: games in which it is free come first. ``any_clock`` accepts games
        with another clock. Games whose player has left the page are skipped, and games of which a
        bot's declaration or a block keeps the person out. If only the same
        account waits on these terms, its game is returned unchanged.
        """
        waiting = await self._lobby.waiting()
        found = [line for line in waiting if is_alike(line.setup, new, any_clock)]
        found.sort(key=lambda line: side is not None and not line.setup.seats[side].is_open)
        for line in found:
            if person.id not in accounts_of(line) and self._is_attended(line):
                if not await asyncio.to_thread(self._may_sit, line, person):
                    continue
                room = await self._lobby.room(line.id)
                if await room.act(Sit(person.id, person.name)):
                    return line.id
        return next((line.id for line in found if person.id in accounts_of(line)), None)

    def _may_sit(self, line: GameLine, person: Account) -> bool:
        """Tell whether a person may take the free seat of a game."""
        try:
            check_seat(self._accounts, line.setup, person.id)
            check_together(self._relations, line.setup, person.id)
        except NotAllowed:
            return False
        return True

    def _is_attended(self, line: GameLine) -> bool:
        """Tell whether the player who offers a game has its page open, or is online as a bot.

        With several processes the page may be open in another one; this process cannot see that.
        """
        if self._bus.is_shared or read_time_control(line.setup.time_control).is_slow:
            return True
        if any(account and self._presence.is_present(account) for account in accounts_of(line)):
            return True
        rooms = {room.key: room for room in self._lobby.rooms()}
        room = rooms.get(line.id)
        return room is not None and any(each.side is not None for each in room.watchers)


def is_alike(one: NewGame, other: NewGame, any_clock: bool) -> bool:
    """Tell whether two games have the same terms."""
    # Who wants to play now is not given a game of days.
    is_quick = not read_time_control(one.time_control).is_slow
    clock = (any_clock and is_quick) or one.time_control == other.time_control
    terms = (one.game, one.options, one.start, one.rated)
    return clock and terms == (other.game, other.options, other.start, other.rated)


def accounts_of(line: GameLine) -> list[int | None]:
    """Return the accounts of the taken seats."""
    return [seat.account for seat in line.setup.seats if not seat.is_open]
