"""The first page: boards that move, what goes on, and how little it takes to load."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

import outwit
from outwit.server.jobs.demonstrations import play_out
from outwit.storage.stored import NewGame, StoredSeat
from outwit.storage.tables import Games
from tests.server.community import Community, community

pytestmark = pytest.mark.compiled_only
GAMES = [game.name for game in outwit.all_games()]
# What the first page may take over the wire, in bytes.
LARGEST = 150_000


@pytest.fixture
def town(tmp_path: Path) -> Iterator[Community]:
    with community(tmp_path) as town:
        yield town


def test_the_first_page_is_small(town: Community) -> None:
    answer = town.client.get("/")
    names = set(re.findall(r'(?:src|href)="(/(?:static|boards)/[^"]+)"', answer.text))
    assert len([name for name in names if name.startswith("/boards/")]) == len(GAMES)
    total = len(answer.content)
    for name in names:
        loaded = town.client.get(name)
        assert loaded.status_code == 200
        is_packed = loaded.headers.get("content-encoding") == "gzip"
        total += len(gzip.compress(loaded.content)) if is_packed else len(loaded.content)
    assert total <= LARGEST


def test_without_a_script_there_are_a_board_and_three_ways_to_play_for_every_game(
    town: Community,
) -> None:
    page = town.page("/")
    for game in GAMES:
        assert re.search(rf'<img src="/boards/{game}\.svg', page)
        assert f'name="game" value="{game}"' in page
    for words in ("Play a bot", "Invite a friend", "Find anyone"):
        assert page.count(f">{words}<") == len(GAMES)


@pytest.mark.parametrize(
    ("button", "visibility", "control"),
    [
        ("bot", "public", "unlimited"),
        ("friend", "link", "unlimited"),
        ("anyone", "public", "900+10"),
    ],
)
def test_a_button_of_a_card_begins_a_game_at_once(
    town: Community, button: str, visibility: str, control: str
) -> None:
    key = town.begin(**{"at-once": button})
    setup = town.portal.games.load(key).setup
    assert (setup.visibility, setup.time_control) == (visibility, control)
    assert any(seat.bot for seat in setup.seats) == (button == "bot")


def test_a_board_is_a_picture_with_its_own_colours_and_no_rights(town: Community) -> None:
    for path in ("/boards/ataxx.svg", "/boards/ataxx/3.svg"):
        plain = town.client.get(path, headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.text.startswith("<svg")
        assert "prefers-color-scheme" in plain.text
        assert plain.headers["content-security-policy"].startswith("default-src 'none'")
        assert town.page(path) == plain.text
    for path in ("/boards/nope.svg", "/boards/nope/1.svg", "/g/nope/small.svg"):
        assert town.client.get(path).status_code == 404
    for ply in ("x", "9" * 5000):
        assert town.client.get(f"/boards/ataxx/{ply}.svg").status_code in (400, 404, 414)


def test_the_demonstration_moves_ends_and_begins_again(town: Community) -> None:
    town.page("/boards/ataxx/1.svg")
    length = len(play_out(outwit.game("ataxx"))) + 4
    assert length > 10
    frames = [town.page(f"/boards/ataxx/{ply}.svg") for ply in range(length + 1)]
    assert frames[0] == frames[1] == town.page("/boards/ataxx.svg")
    assert len(set(frames)) == length - 3
    assert frames[length] == frames[0]


def test_the_demonstration_is_the_same_in_every_process(town: Community, tmp_path: Path) -> None:
    first = town.page("/boards/push/9.svg")
    (tmp_path / "other").mkdir()
    with community(tmp_path / "other") as other:
        assert other.page("/boards/push/9.svg") == first


def test_a_game_being_played_takes_the_place_of_the_demonstration(town: Community) -> None:
    ada, bob = town.person("Ada"), town.person("Bob")
    assert town.client.get("/boards/now.json").json() == {}
    town.sit(ada)
    key = town.begin(opponent="anyone")
    town.begin(opponent="friend")
    town.sit(bob)
    town.post(f"/g/{key}/join")
    town.sit(None)
    assert town.client.get("/boards/now.json").json() == {}
    town.portal.games.add_move(key, 0, "b7")
    town.portal.games.add_move(key, 1, "f7")
    (shown,) = town.client.get("/boards/now.json").json().values()
    assert (shown["id"], shown["players"]) == (key, ["Ada", "Bob"])
    assert shown["src"].endswith("?n=2")
    page = town.page("/")
    assert f'<img src="{shown["src"]}"' in page
    assert "/boards/ataxx.svg" not in page
    before = town.page(shown["src"])
    town.portal.games.add_move(key, 2, "c7")
    assert town.client.get("/boards/now.json").json()["ataxx"]["src"].endswith("?n=3")
    assert town.page(f"/g/{key}/small.svg?n=3") != before


def test_whoever_has_games_sees_them_first(town: Community) -> None:
    assert "Your games" not in town.page("/")
    key = town.begin(level="2")
    page = town.page("/")
    assert page.index("Your games") < page.index(f'href="/g/{key}"') < page.index("Play a bot")
    assert "with Level 2" in page
    assert "Your turn" in page
    town.portal.games.add_move(key, 0, "b7")
    assert "Your turn" not in town.page("/")
    town.sit(None)
    assert "Your games" not in town.page("/")


def test_what_is_played_now_is_a_short_list_with_people_first(town: Community) -> None:
    bot = StoredSeat("level 2", None, "level 2")
    ada, bob = (StoredSeat(name, town.person(name).id) for name in ("Ada", "Bob"))
    games = town.portal.games
    two = games.create(NewGame("ataxx", (ada, bob)))
    for _ in range(10):
        games.create(NewGame("push", (ada, bot)))
    old = games.create(NewGame("ataxx", (bob, ada)))
    timed = games.create(NewGame("ataxx", (bob, ada), time_control="900+10"))
    with town.portal.database.session() as connection:
        long_ago = datetime.now(UTC) - timedelta(minutes=30)
        connection.execute(update(Games).where(Games.id.in_((old, timed))).values(started=long_ago))
    page = town.page("/").partition('id="watched"')[2]
    shown = re.findall(r'href="/g/(\w+)"', page)
    assert len(shown) == 8
    assert set(shown[:2]) == {two, timed}
    assert old not in shown
    assert "Ada – Level 2" in page


def test_the_picture_leads_to_the_game_to_play_and_live_to_the_one_being_played(
    town: Community,
) -> None:
    seats = (StoredSeat("Ada", town.person("Ada").id), StoredSeat("level 2", None, "level 2"))
    key = town.portal.games.create(NewGame("ataxx", seats))
    for ply, move in enumerate(("b7", "f7")):
        town.portal.games.add_move(key, ply, move)
    page = town.page("/")
    assert '<a class="picture" href="/play/ataxx"' in page
    assert f'<a class="live" href="/g/{key}"' in page
