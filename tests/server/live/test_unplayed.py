"""A rated game counts once both players have moved."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from outwit.errors import GameOver
from outwit.records.endings import ABORTED, AGREED_DRAW, OUT_OF_TIME, RESIGNED
from outwit.records.record import DRAWN, FIRST_WON, SECOND_WON, UNFINISHED
from outwit.server.live.commands import OfferDraw, Play, Resign
from outwit.server.live.room import Room
from outwit.server.portal import Portal
from outwit.storage.progress import ROUND_ROBIN
from outwit.storage.stored import NewGame, StoredSeat
from tests.server.tournament import entered, opened, people

pytestmark = pytest.mark.compiled_only

MOVES = ("b7", "f7")


async def resign(room: Room) -> None:
    """Let the side to move give up."""
    await room.act(Resign(int(room.live.position.turn)))


async def agree(room: Room) -> None:
    """Let both sides want a draw."""
    await room.act(OfferDraw(0))
    await room.act(OfferDraw(1))


async def wait(room: Room) -> None:
    """Let the time of the side to move run out before it moves."""
    live = room.live
    live.set_elapsed(1_000.0)
    with pytest.raises(GameOver):
        await room.act(
            Play(int(live.position.turn), len(live.moves), live.position.legal_moves[0].text)
        )


WAYS: dict[str, Callable[[Room], Awaitable[None]]] = {
    RESIGNED: resign,
    AGREED_DRAW: agree,
    OUT_OF_TIME: wait,
}


async def begun(portal: Portal, count: int, **fields: object) -> Room:
    """Begin a game of two accounts, and play so many moves."""
    seats = [StoredSeat(f"player {number}", number) for number in people(portal, 2)]
    new = NewGame("ataxx", (seats[0], seats[1]), time_control="60+0").replace(**fields)
    room = await portal.lobby.create(new)
    for ply, move in enumerate(MOVES[:count]):
        await room.act(Play(ply, ply, move))
    return room


def end_of(portal: Portal, room: Room) -> tuple[str, str, int]:
    """Return result and reason of a game, and how many ratings it has changed."""
    stored = portal.games.load(room.key)
    accounts = [seat.account for seat in stored.setup.seats]
    changed = [portal.ratings.of_account(each) for each in accounts if each is not None]
    return stored.result, stored.termination, sum(len(each) for each in changed)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_rated_game_that_ends_before_both_have_moved_is_called_off(
    tmp_path: Path, way: str, count: int
) -> None:
    async def run() -> None:
        async with opened(tmp_path) as portal:
            room = await begun(portal, count, rated=True)
            await WAYS[way](room)
            if count < 2:
                assert end_of(portal, room) == (UNFINISHED, ABORTED, 0)
                assert "before both had moved" in portal.games.load(room.key).sentence
            else:
                assert end_of(portal, room) == (DRAWN if way == AGREED_DRAW else SECOND_WON, way, 2)

    asyncio.run(run())


def test_a_game_that_is_not_rated_is_lost_by_whoever_gives_up(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as portal:
            room = await begun(portal, 1)
            await resign(room)
            assert end_of(portal, room) == (FIRST_WON, RESIGNED, 0)

    asyncio.run(run())


def test_in_a_tournament_it_counts_in_the_table_and_for_no_rating(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as portal:
            key = entered(portal, people(portal, 2), ROUND_ROBIN)
            portal.tournaments.start(key)
            for count, changed in ((0, 0), (2, 2)):
                room = await begun(portal, count, rated=True, tournament=key)
                await resign(room)
                assert end_of(portal, room) == (SECOND_WON, RESIGNED, changed)

    asyncio.run(run())
