"""The commands of a player in a game; the same over HTTP and sockets."""

from __future__ import annotations

import asyncio

from outwit.errors import NotAllowed
from outwit.server.api.access import Caller
from outwit.server.live.commands import Abort, AskTakeback, Decline, OfferDraw, Play, Resign
from outwit.server.live.lobby import Lobby
from outwit.server.live.room import Room, Watcher
from outwit.server.live.talk import Talk
from outwit.server.routes.gamepages import no_answer
from outwit.storage.games import GameStore


class BotCommands:
    """Finds the caller's seat in a game, and executes the caller's commands."""

    def __init__(self, lobby: Lobby, games: GameStore, talk: Talk) -> None:
        self._lobby = lobby
        self._games = games
        self._talk = talk

    async def seat(self, caller: Caller, key: str) -> tuple[Room, int]:
        """Return the room of a game and the caller's side.

        Raise NotFound if there is no such game, NotAllowed if somebody else plays it.
        """
        room = await self._lobby.room(key)
        side = room.side_of(caller.account.id)
        if side is None:
            raise NotAllowed("you do not play in this game")
        return room, side

    async def move(
        self, caller: Caller, key: str, text: str, ply: int | None, offers_draw: bool
    ) -> None:
        """Play a move; with its ply, a repeat of the same move changes nothing."""
        room, side = await self.seat(caller, key)
        if ply is None:
            ply = len((await asyncio.to_thread(self._games.load, key)).moves)
        await room.act(Play(side, ply, text))
        if offers_draw and not await self._is_over(key):
            await room.act(OfferDraw(side))

    async def _is_over(self, key: str) -> bool:
        """Tell whether a game has ended."""
        return (await asyncio.to_thread(self._games.load, key)).ended is not None

    async def say(self, caller: Caller, key: str, text: str) -> None:
        """Send a chat message to the other player."""
        room, side = await self.seat(caller, key)
        await self._talk.say(room, Watcher(caller.account.id, side, no_answer), text)

    async def resign(self, caller: Caller, key: str) -> None:
        """Resign."""
        room, side = await self.seat(caller, key)
        await room.act(Resign(side))

    async def abort(self, caller: Caller, key: str) -> None:
        """End a game before both sides have moved."""
        room, side = await self.seat(caller, key)
        await room.act(Abort(side))

    async def draw(self, caller: Caller, key: str, accept: bool) -> None:
        """Offer or accept a draw, or decline the offer."""
        room, side = await self.seat(caller, key)
        await (room.act(OfferDraw(side)) if accept else room.act(Decline(side)))

    async def takeback(self, caller: Caller, key: str, accept: bool) -> None:
        """Ask for or accept a takeback, or decline the request."""
        room, side = await self.seat(caller, key)
        await (room.act(AskTakeback(side)) if accept else room.act(Decline(side)))
