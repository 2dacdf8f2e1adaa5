"""Beginning a game: what the form offers, invitations, and which games are rated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import outwit
from outwit.players.levels import LEVELS, introduction
from outwit.server.live.commands import Play
from tests.server.community import Community, community

pytestmark = pytest.mark.compiled_only
HERE = {"origin": "http://testserver"}


@pytest.fixture
def town(tmp_path: Path) -> Iterator[Community]:
    with community(tmp_path) as town:
        yield town


def test_every_level_says_how_it_plays(town: Community) -> None:
    page = town.page("/play/ataxx")
    for number in range(1, len(LEVELS) + 1):
        assert f"<span>{number}</span> <em>{introduction(number)}</em>" in page


def test_everything_is_chosen_already(town: Community) -> None:
    page = town.page("/play/jesonmor")
    checked = re.findall(r'name="(\w+)" value="(\w+)" checked', page)
    assert checked == [
        ("opponent", "bot"),
        ("level", "3"),
        ("side", "0"),
        ("clock", "unlimited"),
        ("days", "3"),
    ]
    assert "an odd number. From 3 to 15." in page
    assert re.search(
        r'name="option-size"[^>]*value="9" type="number" min="3" max="15" step="2"', page
    )


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"option-size": "8"}, "size"),
        ({"option-size": "17"}, "Option size: &#39;17&#39; is not a number from 3 to 15"),
        ({"level": "11"}, "A level is a number from 1 to 10"),
        ({"level": "x\0y"}, "A level is a number from 1 to 10"),
        ({"opponent": "nobody"}, "is not one of"),
        ({"clock": "soon"}, "is not a time control"),
        ({"clock": "game", "minutes": "0"}, "from 0.25 to 180"),
        ({"clock": "game", "minutes": "nan"}, "from 0.25 to 180"),
        ({"clock": "game", "increment": "-1"}, "The seconds added are a number"),
        ({"clock": "move", "seconds": "1e9"}, "from 1 to 600"),
        ({"opponent": "invite", "name": "Nobody"}, "nobody here is called"),
        ({"opponent": "invite", "name": "x" * 90 + "\0"}, "nobody here is called"),
    ],
)
def test_what_cannot_be_comes_back_into_the_form(
    town: Community, fields: dict[str, str], message: str
) -> None:
    answer = town.post("/play", **{"game": "jesonmor", "side": "1", **fields})
    assert answer.status_code == 400
    (alert,) = re.findall(r'role="alert"[^>]*>([^<]*)', answer.text)
    assert message.lower() in alert.lower()
    assert 'name="side" value="1" checked' in answer.text
    for name, value in fields.items():
        if name in ("minutes", "increment", "seconds", "option-size"):
            assert re.search(f'name="{name}"[^>]*value="{value}"', answer.text)
    assert town.portal.games.unfinished() == ()


@pytest.mark.parametrize(
    ("fields", "control"),
    [
        ({"clock": "game", "minutes": "1.5", "increment": "2"}, "90+2"),
        ({"clock": "move", "seconds": "20"}, "20/move"),
        ({"clock": "300+3"}, "300+3"),
        ({}, "unlimited"),
    ],
)
def test_a_clock_may_be_ones_own(town: Community, fields: dict[str, str], control: str) -> None:
    key = town.begin(**fields)
    assert town.portal.games.load(key).setup.time_control == control


@pytest.mark.parametrize("game", ["advance", "ataxx", "jesonmor", "push", "santorini"])
def test_no_two_fields_of_a_form_have_the_same_name(town: Community, game: str) -> None:
    page = town.page(f"/play/{game}")
    names = re.findall(r"<legend>([^<]*)</legend>", page)
    names += [name.strip() for name in re.findall(r'<label class="field[^>]*>([^<]*)', page)]
    assert "Clock" in names
    assert sorted(names) == sorted(set(names))


def test_an_invitation_is_seen_and_accepted(town: Community) -> None:
    ada, bob = town.person("Ada"), town.person("Bob")
    town.sit(ada)
    assert 'value="invite" checked' in town.page("/play/ataxx?name=Bob")
    key = town.begin(opponent="invite", name="bob", clock="300+3")
    assert "Waiting for Bob to accept" in town.page(f"/g/{key}")
    town.sit(town.person("Eve"))
    assert key not in town.page("/")
    assert "Take the free seat" not in town.page(f"/g/{key}")
    town.post(f"/g/{key}/join")
    assert town.post(f"/g/{key}/cancel").status_code == 403
    town.sit(bob)
    assert town.client.get("/invitations.json").json()["count"] == 1
    page = town.page("/")
    assert "<b>Ada</b> invites you to a game of Ataxx: 5 min + 3 s." in page
    assert "<b>1</b>" in page
    assert "Accept" in town.page(f"/g/{key}")
    town.post(f"/g/{key}/join")
    assert [seat.name for seat in town.portal.games.load(key).setup.seats] == ["Ada", "Bob"]
    assert town.client.get("/invitations.json").json()["count"] == 0


def test_an_invitation_is_declined_or_withdrawn(town: Community) -> None:
    ada, bob = town.person("Ada"), town.person("Bob")
    ends = []
    for who in (bob, ada):
        town.sit(ada)
        key = town.begin(opponent="invite", name="Bob")
        town.sit(who)
        assert town.post(f"/g/{key}/cancel").url.path == "/"
        ends.append(town.portal.games.load(key).termination)
    assert ends == ["declined", "withdrawn"]


def test_nobody_invites_oneself_or_the_same_person_twice(town: Community) -> None:
    town.person("Bob")
    town.sit(town.person("Ada"))
    answer = town.post("/play", game="ataxx", opponent="invite", name="ADA")
    assert "You cannot invite yourself" in answer.text
    town.begin(opponent="invite", name="Bob")
    answer = town.post("/play", game="ataxx", opponent="invite", name="Bob")
    assert "Bob has not answered your last invitation yet" in answer.text


def test_strangers_can_call_nothing_off(town: Community) -> None:
    town.sit(town.person("Ada"))
    key = town.begin(opponent="anyone")
    for who in (None, town.portal.accounts.guest()):
        town.sit(who)
        assert town.post(f"/g/{key}/cancel").status_code == 403
    assert town.client.post(f"/g/{key}/cancel", data={"csrf": "0" * 32}).status_code == 403
    assert town.portal.games.unfinished() == (key,)


RATED = {"opponent": "anyone", "clock": "300+3", "rated": "yes"}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"clock": "unlimited"}, "a rated game needs a clock"),
        ({"option-clock": "100"}, "a rated game is played without variants"),
    ],
)
def test_a_rated_game_has_a_clock_and_no_variant(
    town: Community, changes: dict[str, str], message: str
) -> None:
    town.sit(town.person("Ada"))
    answer = town.post("/play", game="ataxx", **{**RATED, **changes})
    assert answer.status_code == 400
    assert message in answer.text.lower()
    assert 'name="rated" value="yes" checked' in answer.text


def test_games_of_guests_and_against_our_bots_are_not_rated(town: Community) -> None:
    guest = town.portal.accounts.guest()
    for who in (None, guest):
        town.sit(who)
        assert "Games of guests are not rated" in town.post("/play", game="ataxx", **RATED).text
        assert 'name="rated"' not in town.page("/play/ataxx")
    town.sit(town.person("Ada"))
    answer = town.post("/play", game="ataxx", **{**RATED, "opponent": "invite", "name": guest.name})
    assert "is a guest, whose games are not rated" in answer.text
    key = town.begin(**{**RATED, "opponent": "bot"})
    assert not town.portal.games.load(key).setup.rated


def test_a_game_with_ones_own_bot_is_not_rated(town: Community) -> None:
    ada = town.person("Ada")
    town.portal.accounts.make_bot(ada.id, "Ada-bot")
    town.sit(ada)
    fields = {**RATED, "opponent": "invite", "name": "Ada-bot"}
    answer = town.post("/play", game="ataxx", **fields)
    assert answer.status_code == 400
    assert "Games with one&#39;s own bots" in answer.text


def test_a_guest_cannot_take_the_seat_of_a_rated_game(town: Community) -> None:
    town.sit(town.person("Ada"))
    key = town.begin(**RATED)
    for who in (None, town.portal.accounts.guest()):
        town.sit(who)
        page = town.page(f"/g/{key}")
        assert "Take the free seat" not in page
        assert f"/login?next=/g/{key}" in page
        assert town.post(f"/g/{key}/join").status_code == 403
    assert not town.portal.games.load(key).started


def test_a_rated_game_shows_ratings_and_how_they_changed_and_gives_no_hints(
    town: Community,
) -> None:
    ada, bob = town.person("Ada"), town.person("Bob")
    town.sit(ada)
    key = town.begin(**RATED)
    assert "rated" in town.page("/").partition("Looking for an opponent")[2]
    town.sit(bob)
    town.post(f"/g/{key}/join")
    page = town.page(f"/g/{key}")
    assert page.count(">1500?</span>") == 2
    assert 'aria-keyshortcuts="h" hidden' in page

    async def move() -> None:
        room = await town.portal.lobby.room(key)
        await room.act(Play(0, 0, "b7"))
        await room.act(Play(1, 1, "f7"))

    assert town.client.portal is not None
    town.client.portal.call(move)
    town.sit(ada)
    with town.client.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
        socket.receive_json()
        socket.send_json({"t": "hint"})
        assert socket.receive_json()["code"] == "not-allowed"
        socket.send_json({"t": "resign"})
        state = socket.receive_json()
    assert [player["rating"] for player in state["players"]] == ["1500 → 1338", "1500 → 1662"]
    assert "1500 → 1338" in town.page(f"/g/{key}")


def test_a_board_is_as_large_as_a_page_can_show(town: Community) -> None:
    page = town.page("/play/push")
    for name in ("rows", "columns"):
        assert re.search(f'name="option-{name}"[^>]* min="3" max="12"', page)
    answer = town.post("/play", **{"game": "push", "option-rows": "99"})
    assert answer.status_code == 400
    assert "Option rows: &#39;99&#39; is not a number from 3 to 12" in answer.text
    large = outwit.game("push").start(rows=30, columns=30).to_file().decode()
    answer = town.post("/play", **{"game": "push", "option-board": large})
    assert answer.status_code == 400
    assert "A board here has at most 400 squares, not 896" in answer.text
    assert town.portal.games.unfinished() == ()


@pytest.mark.parametrize("path", ["/tournaments/new", "/classes/new"])
def test_tournaments_and_classes_have_the_same_ranges(town: Community, path: str) -> None:
    town.sit(town.person("Ada"))
    fields = {"name": "Friday", "clock": "180+2", "delay": "15", "hour": "2"}
    fields |= {"format": "swiss", "rounds": "5", "option-rows": "99", "game": "push"}
    answer = town.post(path, **fields)
    assert answer.status_code == 400
    assert "is not a number from 3 to 12" in answer.text


def test_the_preview_follows_the_options(town: Community) -> None:
    usual = town.page("/play/jesonmor/board.svg")
    assert usual in town.page("/play/jesonmor")
    small = town.page("/play/jesonmor/board.svg?option-size=5")
    assert small.startswith("<svg")
    assert small.count('class="square"') == 25
    assert small in town.page("/play/jesonmor?option-size=5")
    answer = town.post("/play", **{"game": "jesonmor", "option-size": "5", "level": "11"})
    assert small in answer.text


def test_a_preview_that_cannot_be_says_why(town: Community) -> None:
    answer = town.client.get("/play/push/board.svg?option-rows=99")
    assert answer.status_code == 400
    assert answer.json()["message"] == "Option rows: '99' is not a number from 3 to 12"
    assert town.client.get("/play/nope/board.svg").status_code == 404


def test_a_preview_is_drawn_once(town: Community, monkeypatch: pytest.MonkeyPatch) -> None:
    first = town.page("/play/push/board.svg?option-rows=5")
    monkeypatch.setattr("outwit.server.routes.playform.picture", lambda *_, **__: "drawn anew")
    assert town.page("/play/push/board.svg?option-rows=5") == first
    assert town.page("/play/push/board.svg?option-rows=6") == "drawn anew"


def test_two_who_look_for_anyone_meet(town: Community) -> None:
    ada, bob = town.person("Ada"), town.person("Bob")
    for terms in ({"at-once": "anyone"}, {"opponent": "anyone", "clock": "300+3"}):
        town.sit(ada)
        key = town.begin(**terms)
        assert town.begin(**terms) == key
        with town.client.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
            socket.receive_json()
            town.sit(bob)
            # Another game, or other terms, is not what Ada waits for.
            assert town.begin(**terms, game="push") != key
            assert town.begin(**terms, **{"option-clock": "100"}) != key
            assert town.begin(**terms) == key
        setup = town.portal.games.load(key).setup
        assert {seat.name for seat in setup.seats} == {"Ada", "Bob"}


def test_who_takes_any_clock_joins_a_game_with_another(town: Community) -> None:
    town.sit(town.person("Ada"))
    key = town.begin(opponent="anyone", side="1", clock="180+2")
    with town.client.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
        socket.receive_json()
        town.sit(town.person("Bob"))
        assert town.begin(opponent="anyone", clock="300+3") != key
        assert town.begin(**{"at-once": "anyone"}) == key


def test_nobody_is_seated_opposite_somebody_who_has_left(town: Community) -> None:
    town.sit(town.person("Ada"))
    key = town.begin(**{"at-once": "anyone"})
    town.sit(town.person("Bob"))
    assert town.begin(**{"at-once": "anyone"}) != key
