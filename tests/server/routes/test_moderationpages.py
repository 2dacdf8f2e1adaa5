"""Reports and moderators: who may report, see, decide; and what a decision does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from outwit.storage.accounts import Account
from outwit.storage.sanctions import CLOSE, MUTE
from tests.server.community import PASSWORD, Community, community
from tests.server.routes.test_relationpages import play, run, told

pytestmark = pytest.mark.compiled_only
TEXT = "Bob was rude to me all the time."


@pytest.fixture
def town(tmp_path: Path) -> Iterator[Community]:
    with community(tmp_path) as town:
        yield town


@pytest.fixture
def people(town: Community) -> list[Account]:
    """Make two players, and a moderator called Eve."""
    found = [town.person(name) for name in ("Ada", "Bob", "Eve")]
    town.portal.moderators.appoint("Eve")
    return found


def report(town: Community, who: Account, whom: str = "Bob", **more: str) -> str:
    town.sit(who)
    fields = {"reason": "chat", "text": TEXT, **more}
    return town.post(f"/people/{whom}/report", **fields).text


def test_a_player_reports_another_one_once_and_guests_do_not(
    town: Community, people: list[Account]
) -> None:
    ada, bob, eve = people
    room = play(town, ada, bob)
    town.sit(ada)
    assert f"/people/Bob/report?game={room.key}" in town.page(f"/g/{room.key}")
    address = f"http://testserver/g/{room.key}"
    assert "A moderator will look at your report" in report(town, ada, game=address)
    assert "You have reported this player already" in report(town, ada)
    (found,) = town.portal.reports.open(eve.id)
    assert (found.game_id, found.text) == (room.key, TEXT)
    guest = town.portal.accounts.guest()
    town.sit(guest)
    assert "You need an account to report a player" in town.page("/people/Bob/report")
    assert town.post("/people/Bob/report", reason="chat", text=TEXT).status_code == 403
    town.sit(None)
    assert town.post("/people/Bob/report", reason="chat", text=TEXT).status_code == 403


def test_only_moderators_see_and_decide_reports(town: Community, people: list[Account]) -> None:
    ada, bob, eve = people
    report(town, ada)
    for who in (None, ada, bob, town.portal.accounts.guest()):
        town.sit(who)
        for path in ("/moderation", "/moderation/1", "/moderation/log"):
            town.page(path, 404)
        assert "/moderation" not in town.page("/")
        deed = {"action": "close", "days": "7", "reason": "because"}
        assert town.post("/moderation/1", **deed).status_code == 404
        lifted = town.post("/moderation/lift", name="Bob", kind="mute", reason="because")
        assert lifted.status_code == 404
    assert len(town.portal.reports.open(eve.id)) == 1
    town.sit(eve)
    assert re.search(r'href="/moderation">Reports <b>1</b>', town.page("/"))
    assert TEXT in town.page("/moderation")
    assert town.client.post("/moderation/1", data={"csrf": "0" * 48}).status_code == 403


def test_moderators_do_not_see_reports_about_themselves(
    town: Community, people: list[Account]
) -> None:
    ada, _, eve = people
    report(town, ada, "Eve")
    town.sit(eve)
    assert TEXT not in town.page("/moderation")
    town.page("/moderation/1", 404)
    assert town.post("/moderation/1", action="dismiss", reason="not me").status_code == 404
    report(town, eve)
    assert "another moderator decides it" in town.page("/moderation/2")
    refused = town.post("/moderation/2", action="warn", reason="as I said")
    assert "Another moderator decides about your own reports" in refused.text


def test_a_mute_ends_chat_and_the_reporter_is_told_but_not_named(
    town: Community, people: list[Account]
) -> None:
    ada, bob, eve = people
    room = play(town, ada, bob)
    report(town, ada, game=room.key)
    town.sit(bob)
    here = {"origin": "http://testserver"}
    with town.client.websocket_connect(f"/ws/g/{room.key}", headers=here) as socket:
        socket.send_json({"t": "chat", "text": "you fool"})
        while socket.receive_json()["t"] != "chat":
            pass
    town.sit(eve)
    page = town.page("/moderation/1")
    assert "you fool" in page
    assert f"/g/{room.key}" in page
    assert "A reason has 3 to 500 characters." in town.post("/moderation/1", action="mute").text
    done = town.post("/moderation/1", action="mute", days="7", reason="insults")
    assert "The report is dealt with." in done.text
    assert "Eve muted the chat of Bob for 7 days." in town.page("/moderation/log")
    assert told(town, ada) == ["report"]
    assert told(town, bob) == ["moderator"]
    town.sit(ada)
    assert "A moderator has looked at your report about Bob" in town.page("/notices")
    town.sit(bob)
    notices = town.page("/notices")
    assert "A moderator has muted your chat for 7 days: insults" in notices
    assert "Ada" not in notices
    with town.client.websocket_connect(f"/ws/g/{room.key}", headers=here) as socket:
        socket.send_json({"t": "chat", "text": "you fool"})
        message = socket.receive_json()
        while message["t"] != "error":
            message = socket.receive_json()
        assert "a moderator has muted your chat until" in message["message"]
    town.sit(eve)
    assert "The chat is muted until" in town.page("/moderation/1")
    lifted = town.post("/moderation/lift", name="Bob", kind=MUTE, reason="he apologised")
    assert "Eve let Bob chat again." in lifted.text
    assert town.portal.sanctions.of(bob.id) == ()


def test_a_closed_account_is_out_until_it_is_reopened(
    town: Community, people: list[Account]
) -> None:
    ada, bob, eve = people
    room = play(town, ada, bob)
    report(town, ada)
    town.sit(eve)
    town.post("/moderation/1", action="close", days="0", reason="insults again")
    run(town, town.portal.notices.join)
    assert town.portal.games.load(room.key).termination == "resigned"
    town.sit(bob)
    assert town.client.get("/settings").url.path == "/login"
    town.sit(None)
    refused = town.post("/login", name="Bob", password=PASSWORD)
    assert refused.status_code == 403
    assert "A moderator has closed this account." in refused.text
    # Who does not know the password learns no more than that it is wrong.
    assert "closed" not in town.post("/login", name="Bob", password="wrong horse").text
    assert "A moderator has closed this account." in town.page("/people/Bob")
    town.sit(eve)
    town.post("/moderation/lift", name="Bob", kind=CLOSE, reason="he apologised")
    town.sit(None)
    assert town.post("/login", name="Bob", password=PASSWORD).status_code == 200


def test_the_setting_names_moderators_at_the_start(tmp_path: Path) -> None:
    with community(tmp_path) as town:
        town.person("Ada")
        settings = town.portal.settings
        town.portal.settings = settings.replace(moderators=("ada", "Nobody"))
        run(town, town.portal.open)
        assert town.portal.moderators.names() == ("Ada",)
