"""A game with an open seat for one account: only that account sits down, or declines."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from outwit.errors import NotAllowed
from outwit.server.edge.settings import Settings
from outwit.server.live.commands import Cancel, Resign, Sit
from outwit.server.live.room import CHALLENGE, GAME_FINISH, GAME_START, Room, Watcher
from outwit.server.news.hub import of_account
from outwit.server.news.notices import NOTICE
from outwit.server.portal import Portal
from outwit.server.routes.gamepages import no_answer
from outwit.storage.stored import LINK, NewGame, StoredSeat

pytestmark = pytest.mark.compiled_only


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[Portal]:
    portal = Portal(Settings(f"sqlite:///{tmp_path / 'portal.db'}"))
    yield portal
    portal.database.close()


class Invitation:
    """A game that Ada offers to Bob, with what they and Eve hear of it."""

    def __init__(self, portal: Portal) -> None:
        self.portal = portal
        accounts = portal.accounts
        self.ada, self.bob, self.eve = (accounts.guest().id for _ in range(3))
        self.room: Room

    async def make(self) -> Invitation:
        seats = StoredSeat("Ada", self.ada), StoredSeat()
        new = NewGame("ataxx", seats, visibility=LINK, invited=self.bob)
        self.room = await self.portal.lobby.create(new)
        return self


def test_who_is_invited_is_told_and_both_when_it_begins(portal: Portal) -> None:
    async def run() -> list[str]:
        invitation = Invitation(portal)
        with portal.hub.subscribe(of_account(invitation.bob)) as news:
            room = (await invitation.make()).room
            assert not await room.act(Sit(invitation.eve, "Eve"))
            assert await room.act(Sit(invitation.bob, "Bob"))
            await room.act(Resign(0))
            await portal.close()
            # Notices about the game come in between.
            return [each["type"] for each in news.take() if each["type"] != NOTICE]

    assert asyncio.run(run()) == [CHALLENGE, GAME_START, GAME_FINISH]


@pytest.mark.parametrize(("who", "code"), [("ada", "withdrawn"), ("bob", "declined")])
def test_its_maker_withdraws_it_and_who_is_invited_declines(
    portal: Portal, who: str, code: str
) -> None:
    async def run() -> None:
        invitation = await Invitation(portal).make()
        room = invitation.room
        with pytest.raises(NotAllowed):
            await room.act(Cancel(invitation.eve))
        await room.act(Cancel(getattr(invitation, who)))
        assert not await room.act(Sit(invitation.bob, "Bob"))
        assert not room.waits
        assert portal.games.load(room.key).termination == code
        await portal.close()

    asyncio.run(run())


def test_while_a_seat_is_free_the_clocks_show_all_their_time(portal: Portal) -> None:
    async def run() -> list[int]:
        ada = portal.accounts.guest().id
        seats = StoredSeat("Ada", ada), StoredSeat()
        room = await portal.lobby.create(NewGame("ataxx", seats, time_control="900+10"))
        state = room.state(Watcher(ada, 0, no_answer))
        await portal.close()
        return list(state["clocks"]["left"])

    assert asyncio.run(run()) == [900_000, 900_000]


def test_a_game_that_goes_on_cannot_be_called_off(portal: Portal) -> None:
    async def run() -> None:
        invitation = await Invitation(portal).make()
        await invitation.room.act(Sit(invitation.bob, "Bob"))
        with pytest.raises(NotAllowed):
            await invitation.room.act(Cancel(invitation.ada))
        await portal.close()

    asyncio.run(run())
