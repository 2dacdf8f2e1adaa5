"""Executes the commands of a game in the process that owns it, and checks that they are allowed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, assert_never

from outwit.errors import (
    GameOver,
    NotAllowed,
    NothingToUndo,
    NotYourTurn,
    OutwitError,
    StalePly,
)
from outwit.records.endings import ABORTED, DECLINED, WITHDRAWN
from outwit.server.base.tasks import Tasks
from outwit.server.base.threads import in_thread
from outwit.server.live.commands import (
    Abort,
    AskTakeback,
    Cancel,
    Command,
    Decline,
    FollowDeadline,
    OfferDraw,
    OfferRematch,
    Play,
    Report,
    Resign,
    SetPlan,
    Sit,
)
from outwit.server.live.course import BOTH, Course
from outwit.server.live.gamenotices import end_challenge, tell_beginning
from outwit.server.live.room import Room
from outwit.server.news.bus import NotOwner
from outwit.server.values.planning import check_lines
from outwit.storage.plans import Plan
from outwit.storage.stored import StoredSeat

# The kinds of offers, in the order of ``Room.offers``.
OFFERS = ("draw", "takeback", "rematch")


class LiveReferee:
    """The commands of one game; each is executed while holding the lock of its course."""

    def __init__(
        self,
        room: Room,
        load: Callable[[Room], Awaitable[None]],
        play_again: Callable[[Room], Awaitable[str]],
    ) -> None:
        self.room = room
        self.course = Course(room, load)
        self._play_again = play_again
        self._commands = Tasks()

    async def open(self) -> None:
        """Start the game."""
        await self.course.open()

    async def close(self) -> None:
        """Wait for the current command, and end the course of the game."""
        await self.course.close()
        await self._commands.join()

    async def carry_out(self, command: Command) -> Any:
        """Execute a command to its end, even if the caller is cancelled.

        Raise an OutwitError for the sender, NotOwner if this is not the game's referee now.
        """
        work = self.course.locked(partial(self._do, command))
        return await asyncio.shield(self._commands.start("command", work, (OutwitError, NotOwner)))

    # The commands; the lock is held.

    async def _do(self, command: Command) -> object:
        match command:
            case Play():
                await self._move(command)
            case Resign():
                await self._resign(command.side)
            case OfferDraw():
                await self._offer_draw(command.side)
            case AskTakeback():
                await self._ask_takeback(command.side)
            case Decline():
                await self._decline(command.side)
            case OfferRematch():
                return await self._offer_rematch(command.side)
            case Abort():
                await self._abort(command.side)
            case Sit():
                return await self._sit(command)
            case Cancel():
                await self._cancel(command.account, command.why)
            case FollowDeadline():
                await self.course.check_deadline()
            case SetPlan():
                await self._set_plan(command)
            case Report():
                return self.course.news()
            case _:
                assert_never(command)
        return None

    async def _move(self, command: Play) -> None:
        live = self.room.live
        played = live.moves
        side, ply, text = self.room.side_now(command.side), command.ply, command.text
        if 0 <= ply < len(played) and played[ply].move == text:
            return
        if live.is_over:
            raise GameOver("the game is over")
        if ply != len(played):
            raise StalePly(f"ply {ply} is not next: {len(played)} have been played")
        if self.room.waits:
            raise NotYourTurn("your opponent is not there yet")
        if side is None or side != live.position.turn:
            raise NotYourTurn("it is not your turn")
        await self.course.play(text)

    async def _set_plan(self, command: SetPlan) -> None:
        """Store planned answers; the lock keeps a move of the opponent apart from them."""
        room, live = self.room, self.room.live
        side = room.seated(command.side)
        account = room.accounts[side]
        if not live.control.is_slow or account is None:
            raise NotAllowed("answers are planned in games with days for each move")
        if command.ply != len(live.moves) or room.waits or side == live.position.turn:
            raise StalePly("your opponent has moved meanwhile: look at the game")
        lines = tuple(tuple(line) for line in command.lines)
        check_lines(live.position, lines)
        plan = Plan(command.ply, lines)
        await in_thread(room.services.plans.set, room.key, account, plan)

    async def _resign(self, side: int | None) -> None:
        self.room.live.resign(self.room.seated(self.room.side_now(side)))
        await self.course.finish()

    async def _offer_draw(self, side: int | None) -> None:
        room = self.room
        seated = room.seated(side)
        if room.draw_by == 1 - seated or room.setup.is_shared:
            room.live.agree_draw()
            await self.course.finish()
            return
        if room.live.seats[1 - seated].bot is None:
            room.draw_by = seated
        self.course.tell()

    async def _ask_takeback(self, side: int | None) -> None:
        room, live = self.room, self.room.live
        seated = room.seated(side)
        asked = room.takeback_by
        by = seated if asked is None else asked
        is_shared = room.setup.is_shared
        # The last move of the requester, and the reply to it if there is one.
        steps = 1 if live.position.turn != by or is_shared else 2
        if len(live.moves) < steps:
            raise NothingToUndo("there is no move of yours to take back")
        if live.seats[1 - seated].bot is None and asked != 1 - seated and not is_shared:
            room.takeback_by = seated
            self.course.tell()
            return
        plies = len(live.moves) - steps
        turn = self.course.next_turn(int(live.position.turn) ^ (steps & 1))
        await in_thread(self.room.services.store.take_back, room.key, plies, turn)
        live.take_back(steps)
        self.course.stop_thinking()
        room.draw_by = room.takeback_by = None
        self.course.tell()
        self.course.go_on()

    async def _decline(self, side: int | None) -> None:
        room = self.room
        if not room.live.is_over or side is None or room.rematch_by is None:
            room.seated(side)
        offers = dict(zip(OFFERS, room.offers, strict=True))
        room.offers = (None, None, None)
        self.course.tell()
        for what, by in offers.items():
            if by is not None and by != side:
                await room.say({"t": "declined", "what": what, "side": by})

    async def _offer_rematch(self, side: int | None) -> str:
        room = self.room
        # A cancelled game has no opponent who could accept.
        has_two = not any(seat.is_open for seat in room.setup.seats)
        if side is None or not room.live.is_over or not has_two:
            raise NotAllowed("only the players of a finished game can play it again")
        is_willing = room.players[1 - side].is_bot or room.setup.is_shared
        is_agreed = room.rematch_by == 1 - side or is_willing
        if room.next_game is None and is_agreed:
            room.next_game = await self._play_again(room)
            room.rematch_by = None
        elif room.next_game is None:
            room.rematch_by = side
        self.course.tell()
        return room.next_game or ""

    async def _sit(self, command: Sit) -> bool:
        room, account = self.room, command.account
        seats = room.setup.seats
        side = next((side for side, seat in enumerate(seats) if seat.is_open), None)
        if side is None or account in room.accounts or room.live.is_over:
            return False
        if room.setup.invited not in (None, account):
            return False
        taken = StoredSeat(command.name, account)
        if not await in_thread(self.room.services.store.sit, room.key, side, taken, command.most):
            return False
        room.seat(*((taken, seats[1]) if side == 0 else (seats[0], taken)))
        end_challenge(room)
        await room.look()
        if not room.waits:
            room.live.resume()
            room.announce_beginning()
            tell_beginning(room)
        self.course.tell()
        self.course.go_on()
        return True

    async def _cancel(self, account: int, why: str) -> None:
        room = self.room
        is_invited = account == room.setup.invited
        if not room.waits or not (is_invited or account in room.accounts):
            raise NotAllowed("only its players can end a game that has not begun")
        room.live.call_off(DECLINED if is_invited else WITHDRAWN, why)
        end_challenge(room)
        await self.course.finish()

    async def _abort(self, side: int | None) -> None:
        room = self.room
        room.seated(side)
        if len(room.live.moves) >= BOTH or room.setup.tournament is not None:
            raise NotAllowed("this game counts already: resign, or offer a draw")
        room.live.call_off(ABORTED)
        await self.course.finish()
