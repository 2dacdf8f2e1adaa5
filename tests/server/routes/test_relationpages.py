"""Following and blocking: what each side sees, and that the blocked side sees nothing special."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from outwit.server.base.provided import provided
from outwit.server.live.commands import OfferRematch, Resign
from outwit.server.live.room import Room, Watcher
from outwit.server.live.talk import Talk
from outwit.storage.accounts import Account
from outwit.storage.noticechoices import BROWSER, Choices
from outwit.storage.relations import BLOCK, FOLLOW
from outwit.storage.stored import NewGame, StoredSeat
from tests.server.community import Community, community

pytestmark = pytest.mark.compiled_only


@pytest.fixture
def town(tmp_path: Path) -> Iterator[Community]:
    with community(tmp_path) as town:
        yield town


@pytest.fixture
def people(town: Community) -> list[Account]:
    return [town.person(name) for name in ("Ada", "Bob", "Eve")]


def run(town: Community, function: Any, *words: Any) -> Any:
    return town.client.portal.call(function, *words)  # type: ignore[union-attr]


def told(town: Community, account: Account) -> list[str]:
    """Return the kinds of an account's notices."""
    run(town, town.portal.notices.join)
    return [each.kind for each in town.portal.notices.store.list(account.id)]


def play(town: Community, first: Account, second: Account) -> Room:
    """Begin a game between two accounts."""
    seats = StoredSeat(first.name, first.id), StoredSeat(second.name, second.id)
    room: Room = run(town, town.portal.lobby.create, NewGame("ataxx", seats))
    return room


def plain(page: str) -> str:
    """Return a page without the token of its forms, and without the ids of games."""
    return re.sub(r'\b[0-9a-f]{48}\b|(?<=/g/)\w{8}|(?<="id": ")\w{8}|(?<=after=)\w{8}', "", page)


def test_who_is_followed_is_seen_online_and_playing(town: Community, people: list[Account]) -> None:
    ada, bob, eve = people
    town.sit(ada)
    assert "Friends" not in town.page("/")
    page = town.post("/people/bob/follow").text
    assert "You follow Bob." in page
    assert "Unfollow" in page
    # Who has just been made counts as seen.
    home = town.page("/").partition('id="friends"')[2].partition("</section>")[0]
    assert ">Bob</b>" in home
    room = play(town, bob, eve)
    home = town.page("/").partition('id="friends"')[2].partition("</section>")[0]
    assert f"/g/{room.key}" in home
    assert "Bob – Eve" in home
    assert "Bob" in town.page("/settings/people")
    town.post("/people/Bob/unfollow")
    assert 'id="friends"' not in town.page("/")


def test_the_begin_of_a_friends_game_is_told_to_who_chose_it(
    town: Community, people: list[Account]
) -> None:
    ada, bob, eve = people
    town.portal.relations.add(ada.id, bob.id, FOLLOW)
    play(town, bob, eve)
    assert told(town, ada) == []
    town.portal.choices.set(ada.id, Choices({"follow": {BROWSER: True}}))
    play(town, eve, bob)
    # Another game within the hour is not told of.
    play(town, bob, eve)
    assert told(town, ada) == ["follow"]
    town.sit(ada)
    assert "Bob begins a game of Ataxx against Eve." in town.page("/notices")


def test_guests_block_but_need_an_account_to_follow_and_strangers_do_neither(
    town: Community, people: list[Account]
) -> None:
    for deed in ("follow", "block"):
        assert town.post(f"/people/Bob/{deed}").status_code == 403
    guest = town.portal.accounts.guest()
    town.sit(guest)
    assert "Block" in town.page("/people/Bob")
    assert "Follow" not in town.page("/people/Bob")
    assert town.post("/people/Bob/follow").status_code == 403
    assert town.post("/people/Bob/block").status_code == 200
    assert town.portal.relations.blocked(guest.id) == {people[1].id}
    assert town.post("/people/Nobody/block").status_code == 404
    assert town.client.post("/people/Bob/block", data={"csrf": "0" * 48}).status_code == 403
    town.sit(people[0])
    assert town.post("/people/Ada/block").status_code == 400
    assert town.client.get("/settings/people").status_code == 200
    town.sit(None)
    assert town.client.get("/settings/people").url.path == "/login"


def test_a_challenge_by_the_blocked_waits_like_any_other_and_is_not_seen(
    town: Community, people: list[Account]
) -> None:
    ada, bob, eve = people
    town.sit(ada)
    page = town.post("/people/Bob/block").text
    assert "You have blocked Bob." in page
    assert "/play/ataxx?name=Bob" not in page
    town.sit(bob)
    # All that he sees is as with somebody who has not blocked him.
    assert plain(town.page("/people/Ada")) == re.sub(
        r"\bEve\b", "Ada", plain(town.page("/people/Eve"))
    )
    asked = {
        name: town.page(f"/g/{town.begin(opponent='invite', name=name)}") for name in ("Ada", "Eve")
    }
    assert plain(asked["Ada"]) == re.sub(r"\bEve\b", "Ada", plain(asked["Eve"]))
    again = town.post("/play", game="ataxx", opponent="invite", name="Ada")
    assert "Ada has not answered your last invitation yet" in again.text
    assert told(town, ada) == []
    assert told(town, eve) == ["challenge"]
    town.sit(ada)
    assert 'id="invitations"' not in town.page("/")
    waiting = town.client.get("/invitations.json").json()
    assert (waiting["count"], waiting["notices"]) == (0, 0)
    back = town.post("/play", game="ataxx", opponent="invite", name="Bob")
    assert "You have blocked Bob: unblock first" in back.text
    (line,) = town.portal.invitations.by(bob.id)[1:]
    assert town.post(f"/g/{line.id}/join").status_code == 403
    town.post("/people/Bob/unblock")
    assert 'id="invitations"' in town.page("/")


@pytest.mark.parametrize("blocker", [0, 1])
def test_open_games_do_not_match_where_one_has_blocked_the_other(
    town: Community, people: list[Account], blocker: int
) -> None:
    ada, bob, eve = people
    pair = (ada.id, bob.id)
    town.portal.relations.add(pair[blocker], pair[1 - blocker], BLOCK)
    town.sit(ada)
    key = town.begin(opponent="anyone", clock="300+3")
    here = {"origin": "http://testserver"}
    with town.client.websocket_connect(f"/ws/g/{key}", headers=here):
        town.sit(bob)
        assert key not in town.page("/")
        assert "Take the free seat" not in town.page(f"/g/{key}")
        assert town.post(f"/g/{key}/join").status_code == 403
        assert town.begin(opponent="anyone", clock="300+3") != key
        town.sit(eve)
        assert key in town.page("/")
        assert "Take the free seat" in town.page(f"/g/{key}")
        assert town.begin(opponent="anyone", clock="300+3") == key


def test_chat_and_rematches_of_the_blocked_reach_everybody_else(
    town: Community, people: list[Account]
) -> None:
    ada, bob, eve = people
    town.portal.relations.add(ada.id, bob.id, BLOCK)
    room = play(town, ada, bob)
    talk = provided(town.client.app, Talk)  # type: ignore[arg-type]
    heard: dict[str, list[dict[str, Any]]] = {}

    def watch(account: Account) -> Watcher:
        said = heard[account.name] = []

        async def send(message: dict[str, Any]) -> None:
            said.append(message)

        watcher = Watcher(account.id, room.side_of(account.id), send)
        watcher.blocked = town.portal.relations.blocked(account.id)
        room.watchers.add(watcher)
        return watcher

    seats = {each.name: watch(each) for each in people}
    run(town, talk.say, room, seats["Bob"], "boo")
    run(town, talk.say, room, seats["Ada"], "hello")
    texts = {
        name: [each["text"] for each in said if each["t"] == "chat"] for name, said in heard.items()
    }
    assert texts == {"Ada": ["hello"], "Bob": ["boo", "hello"], "Eve": ["boo", "hello"]}
    assert all("without" not in each for each in heard["Bob"])
    for each, shown in ((ada, False), (bob, True), (eve, True)):
        town.sit(each)
        assert ("boo" in town.page(f"/g/{room.key}")) is shown
    run(town, room.act, Resign(0))
    run(town, room.act, OfferRematch(1))
    assert room.state(seats["Ada"])["offers"]["rematch"] is None
    assert room.state(seats["Bob"])["offers"]["rematch"] == 1
    town.sit(ada)
    assert "Bob wants a rematch" not in town.page(f"/g/{room.key}")
    assert "unblock first" in town.post(f"/g/{room.key}/rematch").text


def test_the_blocked_friend_seems_to_be_away(town: Community, people: list[Account]) -> None:
    ada, bob, eve = people
    town.portal.relations.add(bob.id, ada.id, FOLLOW)
    town.portal.relations.add(ada.id, bob.id, BLOCK)
    play(town, ada, eve)
    town.sit(bob)
    home = town.page("/").partition('id="friends"')[2].partition("</section>")[0]
    assert "You follow one player, who is not online." in home
    page = town.page("/settings/people")
    assert "Ada" in page
    assert 'class="online"' not in page
