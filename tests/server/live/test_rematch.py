"""A rematch: offered, declined, withdrawn, agreed to; no clock runs before both want it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from outwit.errors import IllegalMove, NotAllowed
from outwit.server.live.commands import Decline, OfferRematch, Resign
from outwit.storage.accounts import Account
from outwit.storage.botplays import Plays
from tests.server.community import Community, community
from tests.server.rooms import Seen, bot, game, persons, portals, until

pytestmark = pytest.mark.compiled_only


@pytest.fixture
def town(tmp_path: Path) -> Iterator[Community]:
    with community(tmp_path) as town:
        yield town


def rematch(town: Community, key: str, person: Account) -> str:
    """Press the button as somebody; return the game at which they are then."""
    town.sit(person)
    return town.post(f"/g/{key}/rematch").url.path.removeprefix("/g/")


def test_a_rematch_begins_when_both_have_agreed(town: Community) -> None:
    ada, bob = town.person("Ada"), town.person("Bob")
    key = town.over(ada, bob)
    assert rematch(town, key, ada) == key
    assert "Rematch offered" in town.page(f"/g/{key}")
    assert rematch(town, key, ada) == key
    town.sit(bob)
    assert "Ada wants a rematch" in town.page(f"/g/{key}")
    assert town.portal.games.count_open(ada.id) == 0
    following = rematch(town, key, bob)
    assert following != key
    assert rematch(town, key, ada) == rematch(town, key, bob) == following
    setup = town.portal.games.load(following).setup
    assert [seat.account for seat in setup.seats] == [bob.id, ada.id]
    assert setup.time_control == "300+3"
    assert "To the rematch" in town.page(f"/g/{key}")


def test_a_rematch_can_be_declined_and_withdrawn(town: Community) -> None:
    ada, bob = town.person("Ada"), town.person("Bob")
    key = town.over(ada, bob)
    for other in (ada, bob):
        rematch(town, key, ada)
        town.sit(other)
        assert town.post(f"/g/{key}/decline").url.path == f"/g/{key}"
        assert "Rematch, sides swapped" in town.page(f"/g/{key}")
    assert rematch(town, key, bob) == key


def test_nobody_else_offers_a_rematch_or_declines_one(town: Community) -> None:
    ada, bob, eve = (town.person(name) for name in ("Ada", "Bob", "Eve"))
    key = town.over(ada, bob)
    rematch(town, key, ada)
    for person in (eve, None):
        town.sit(person)
        assert town.post(f"/g/{key}/rematch").status_code == 403
        assert town.post(f"/g/{key}/decline").status_code == 403
        assert "wants a rematch" not in town.page(f"/g/{key}")
    town.sit(bob)
    assert "Ada wants a rematch" in town.page(f"/g/{key}")


def test_a_bot_from_elsewhere_is_invited_and_no_clock_runs(town: Community) -> None:
    ada, robot = town.person("Ada"), town.person("Robot", is_bot=True)
    following = rematch(town, town.over(ada, robot), ada)
    stored = town.portal.games.load(following)
    assert (stored.setup.invited, stored.started) == (robot.id, None)
    assert [seat.account for seat in stored.setup.seats] == [None, ada.id]


def test_a_bot_is_not_invited_to_a_rematch_that_it_does_not_play(town: Community) -> None:
    ada, robot = town.person("Ada"), town.person("Robot", is_bot=True)
    key = town.over(ada, robot)
    town.portal.accounts.declare(robot.id, Plays(speeds=("bullet",)))
    town.sit(ada)
    answer = town.post(f"/g/{key}/rematch")
    assert answer.status_code == 400
    why = "The bot Robot does not accept this game: it plays bullet games, and this clock is blitz"
    assert why in answer.text
    assert town.portal.games.count_open(ada.id) == 0
    town.portal.accounts.declare(robot.id, Plays())
    assert rematch(town, key, ada) != key


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_bot_of_ours_plays_again_at_once(url: str) -> None:
    async def run() -> None:
        async with portals(url) as (portal,):
            person = persons(portal)[0]
            room = await portal.lobby.create(game(portal).replace(seats=(person, bot(1))))
            with pytest.raises(NotAllowed):
                await room.act(OfferRematch(0))
            await room.act(Resign(0))
            following = await portal.lobby.room(await room.act(OfferRematch(0)))
            assert following.setup.seats == (bot(1), person)
            assert following.live.seats[0].bot is not None

    asyncio.run(run())


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_offers_and_answers_reach_every_process(url: str) -> None:
    async def run() -> None:
        async with portals(url, 2) as (here, there):
            room = await here.lobby.create(game(here))
            mirror = await there.lobby.room(room.key)
            one, two = Seen(room, 0), Seen(mirror, 1)
            await room.act(Resign(0))
            await until(lambda: two.state.get("outcome"))
            assert await room.act(OfferRematch(0)) == ""
            await until(lambda: two.state["offers"]["rematch"] == 0)
            await mirror.act(Decline(1))
            said = {"t": "declined", "what": "rematch", "side": 0}
            await until(lambda: said in one.messages and said in two.messages)
            with pytest.raises(IllegalMove):
                await mirror.act(Decline(1))
            await mirror.act(OfferRematch(1))
            following = await room.act(OfferRematch(0))
            await until(lambda: one.state["next"] == two.state["next"] == following)
            assert following == await mirror.act(OfferRematch(1))

    asyncio.run(run())
