"""Profiles, leaders and settings: who sees what, and who may change it."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.websockets import WebSocketDisconnect

from outwit.records.reader import read_records
from outwit.server.edge.identity import COOKIE
from outwit.server.gate.call import UNAUTHORIZED
from outwit.storage.stored import LINK, NewGame, StoredSeat
from tests.server.community import PASSWORD, Community, community

pytestmark = pytest.mark.compiled_only


@pytest.fixture
def town(tmp_path: Path) -> Iterator[Community]:
    with community(tmp_path) as town:
        yield town


def rated(town: Community, count: int) -> None:
    """Let Ada win most games against Bob."""
    ada, bob = town.person("Ada"), town.person("Bob", is_bot=True)
    for number in range(count):
        town.over(ada, bob, "1-0" if number % 3 else "0-1", rated=True)


def test_a_profile_shows_ratings_the_curve_and_games(town: Community) -> None:
    rated(town, 4)
    page = town.page("/people/ada")
    rating = town.portal.ratings.of_account(1)[0]
    assert f"<b>{rating.glicko.rating:.0f}?</b>" in page
    assert f">{rating.glicko.deviation:.0f}</td>" in page
    assert 'aria-label="Rating of Ada in Ataxx, blitz"' in page
    assert len(re.findall(r'class="line" d="M[^"]*', page)) == 1
    assert page.count('<li>\n    <img src="/g/') == 4
    assert "2 won, 0 drawn, 2 lost" in page
    assert "Blue resigned" in page
    last = town.portal.ratings.history(1, "ataxx", "blitz")[-1]
    assert f"{last.before:.0f} → {last.rating:.0f}" in page


def test_the_curve_is_there_as_a_table(town: Community) -> None:
    rated(town, 3)
    table = town.page("/people/Ada").partition("As a table")[2].partition("</table>")[0]
    points = town.portal.ratings.history(1, "ataxx", "blitz")
    assert re.findall(r">(\d+)</td>", table) == [f"{point.rating:.0f}" for point in points[::-1]]


def test_history_comes_in_pages(town: Community) -> None:
    ada, bob = town.person("Ada"), town.person("Bob")
    keys = [town.over(ada, bob) for _ in range(21)]
    first, second = town.page("/people/Ada"), town.page("/people/Ada?page=2")
    assert "1 of 2" in first
    assert keys[0] not in first
    assert keys[0] in second
    assert keys[-1] not in second
    assert town.page("/people/Ada?page=99999").count("small.svg") == 0


def test_games_by_link_are_shown_to_their_players_alone(town: Community) -> None:
    ada, bob = town.person("Ada"), town.person("Bob")
    key = town.over(ada, bob, visibility=LINK)
    for viewer, sees in ((ada, True), (bob, True), (town.person("Eve"), False), (None, False)):
        town.sit(viewer)
        assert (key in town.page("/people/Ada")) is sees


def test_a_bot_is_marked_and_anybody_but_oneself_can_be_challenged(town: Community) -> None:
    ada = town.person("Ada")
    town.person("Robot_1", is_bot=True)
    town.sit(ada)
    assert '<span class="tag">bot</span>' in town.page("/people/Robot_1")
    assert "/play/ataxx?name=Robot_1" in town.page("/people/Robot_1")
    own = town.page("/people/Ada")
    assert "Challenge" not in own
    assert 'href="/settings"' in own
    assert '<span class="tag">bot</span>' not in own


def test_the_profile_of_a_guest_has_no_ratings(town: Community) -> None:
    guest = town.portal.accounts.guest()
    page = town.page(f"/people/{guest.name}")
    assert "A guest since" in page
    assert "Ratings" not in page


@pytest.mark.parametrize("name", ["Nobody", "%00", "%F0%9F%98%80", "x" * 300, "<b>", "closed%201"])
def test_who_is_not_there_has_no_profile(town: Community, name: str) -> None:
    assert "There is nothing here" in town.page(f"/people/{name}", 404)


def test_the_leaders_are_listed_with_bots_marked_and_ones_own_place(town: Community) -> None:
    rated(town, 20)
    page = town.page("/leaders")
    assert re.findall(r'<th scope="row"><a href="/people/(\w+)"', page) == ["Ada", "Bob"]
    assert page.count('<span class="tag">bot</span>') == 1
    assert "You are number" not in page
    bob = town.portal.accounts.find("Bob")
    assert bob is not None
    town.sit(bob)
    assert "You are number <b>2</b> of 2" in town.page("/leaders/ataxx?pace=blitz")
    assert "Nobody leads at Push yet" in town.page("/leaders/push")


def test_whose_rating_is_uncertain_learns_it_from_the_leaders_page(town: Community) -> None:
    rated(town, 2)
    town.sit(town.portal.accounts.get(1))
    page = town.page("/leaders/ataxx")
    assert "Play on: from ± 110 on you are listed" in page
    assert "Nobody leads at Ataxx yet" in page


def test_puzzles_are_a_class_of_their_own_once_somebody_is_rated_in_them(town: Community) -> None:
    rated(town, 2)
    assert "pace=puzzles" not in town.page("/leaders/ataxx")
    with town.portal.database.session() as connection:
        connection.exec_driver_sql("UPDATE ratings SET time_class = 'puzzles' WHERE account = 2")
    page = town.page("/leaders/ataxx")
    assert re.findall(r"\?pace=(\w+)", page) == ["blitz", "puzzles"]


def test_leaders_of_an_unknown_game_are_not_there(town: Community) -> None:
    town.page("/leaders/nope", 404)
    assert "Nobody leads" in town.page("/leaders/ataxx?pace=%C3%A9")


def test_a_password_is_changed_with_the_old_one(town: Community) -> None:
    town.sit(town.person("Ada"))
    wrong = town.post("/settings/password", old="wrong horse", new="another horse")
    assert wrong.status_code == 400
    assert "The password is wrong." in wrong.text
    short = town.post("/settings/password", old=PASSWORD, new="short")
    assert "A password has 8 to 200 characters." in short.text
    elsewhere = town.client.cookies[COOKIE]
    changed = town.post("/settings/password", old=PASSWORD, new="another horse")
    assert "The password is changed." in changed.text
    # This browser stays signed in; whoever has an older cookie is a stranger.
    assert "Ada" in town.page("/settings")
    town.client.cookies.clear()
    town.client.cookies.set(COOKIE, elsewhere)
    assert town.client.get("/settings").url.path == "/login"
    town.sit(None)
    assert town.post("/login", name="Ada", password=PASSWORD).status_code == 403
    assert town.post("/login", name="Ada", password="another horse").status_code == 200


def test_a_password_is_not_guessed_in_the_settings(town: Community) -> None:
    town.sit(town.person("Ada"))
    for _ in range(10):
        assert town.post("/settings/close", password="wrong horse").status_code == 400
    assert town.post("/settings/close", password=PASSWORD).status_code == 429
    assert town.post("/settings/password", old=PASSWORD, new="new horse").status_code == 429


def test_settings_are_for_those_who_are_signed_in(town: Community) -> None:
    assert town.client.get("/settings").url.path == "/login"
    for path, fields in (
        ("/settings/password", {"old": PASSWORD, "new": "another horse"}),
        ("/settings/close", {"password": PASSWORD}),
    ):
        assert town.post(path, **fields).status_code == 403
        assert town.client.post(path, data={"csrf": "0" * 32, **fields}).status_code == 403
    assert town.client.get("/settings/games.txt").status_code == 403
    town.sit(town.portal.accounts.guest())
    assert town.post("/settings/close", password="").status_code in (400, 403, 422)
    assert "Create an account" in town.page("/settings")


def test_closing_an_account_gives_up_its_games_and_its_name(town: Community) -> None:
    ada, bob = town.person("Ada"), town.person("Bob")
    bot = town.portal.accounts.make_bot(ada.id, "adabot")
    token = town.portal.tokens.create(bot.id, "laptop")
    past = town.over(ada, bob)
    town.sit(bob)
    town.begin(opponent="invite", name="Ada")
    town.sit(ada)
    running = town.begin(level="1")
    free = town.begin(opponent="anyone")
    assert town.post("/settings/close", password="wrong horse").status_code == 400
    assert town.post("/settings/close", password=PASSWORD).url.path == "/"
    assert "Sign in" in town.page("/")
    assert town.portal.tokens.find(token) is None
    games = town.portal.games
    assert games.load(running).termination == "resigned"
    assert games.load(free).termination == "withdrawn"
    assert "closed account" in town.page(f"/g/{past}")
    town.page("/people/Ada", 404)
    # Another browser's cookie is a stranger's now.
    town.sit(ada)
    assert "Create an account" in town.page("/")
    assert town.post("/register", name="Eve", password=PASSWORD).status_code == 200
    assert town.portal.accounts.find("Eve") != ada


def test_my_games_are_downloaded_as_records_and_nobody_elses(town: Community) -> None:
    ada, bob, eve = town.person("Ada"), town.person("Bob"), town.person("Eve")
    town.over(ada, bob, visibility=LINK)
    town.over(bob, eve)
    town.sit(ada)
    answer = town.client.get("/settings/games.txt")
    assert "attachment" in answer.headers["content-disposition"]
    (record,) = read_records(answer.text.splitlines(keepends=True))
    assert record.players == ("Ada", "Bob")


def test_who_registers_is_welcomed_once_and_called_by_the_new_name_at_once(town: Community) -> None:
    key = town.begin(level="1")
    here = {"origin": "http://testserver"}
    with town.client.websocket_connect(f"/ws/g/{key}", headers=here) as socket:
        guest = socket.receive_json()["players"][0]["name"]
        assert guest.startswith("Guest")
        page = town.post("/register", name="Ada", password=PASSWORD).text
        assert "Welcome, Ada. Your games came along." in page
        # The guest's session has ended, and with it the socket; the page connects again.
        with pytest.raises(WebSocketDisconnect) as closed:
            deque(iter(socket.receive_json, None))
        assert closed.value.code == UNAUTHORIZED
    with town.client.websocket_connect(f"/ws/g/{key}", headers=here) as socket:
        state = socket.receive_json()
        assert (state["players"][0]["name"], state["you"]) == ("Ada", 0)
    assert "Welcome" not in town.page("/")
    assert guest not in town.page(f"/g/{key}")
    town.sit(None)
    page = town.post("/register", name="Bob", password=PASSWORD).text
    assert "Welcome, Bob." in page
    assert "came along" not in page


def test_beaten_levels_are_on_the_profile_and_the_next_is_one_click(town: Community) -> None:
    ada = town.person("Ada")
    assert "Levels beaten" not in town.page("/people/Ada")
    seats = StoredSeat("Ada", ada.id), StoredSeat("level 1", None, "level 1")
    key = town.portal.games.create(NewGame("ataxx", seats))
    town.portal.games.finish(key, "1-0", "full", "Red wins", is_usual=True)
    page = town.page("/people/Ada")
    assert "Level 1. Beaten as Red without help." in page
    assert "Beat level" not in page
    town.sit(ada)
    assert "Beat level 2 as Red" in town.page("/people/Ada")
    assert "Your levels" in town.page("/play/ataxx")
    assert "Your levels" not in town.page("/play/push")
    game = town.post("/play", game="ataxx", opponent="bot", level="2", side="0")
    stored = town.portal.games.load(game.url.path.removeprefix("/g/"))
    assert [seat.bot for seat in stored.setup.seats] == ["", "level 2"]
