"""Nobody gets at another class by the address of the own one, or by a seat that is typed."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from outwit.core.value import Value
from outwit.storage.handins import HandIn
from outwit.storage.stored import HANDIN
from tests.server.routes.test_homeworkpages import upload
from tests.server.routes.test_tournamentpages import HERE, become, client, inside, post
from tests.server.school import School

__all__ = ["client"]
pytestmark = pytest.mark.compiled_only
# Who belongs to the other class, and who to none.
STRANGERS = ("Tom", "Uma", "Zoe", None)
# The addresses below a hand-in, and below a game.
OF_HANDIN = (
    "",
    "/live",
    "/changes",
    "/changes?since=1",
    "/files",
    "/files?name=bot.py",
    "/files.zip",
)
OF_GAME = ("", "?ply=1", "/ply/1.svg", "/record.txt", "/film.gif")


class Town(Value):
    """Two classes: Ada's with Bea and Cid, and Tom's with Uma; Bea has handed in twice."""

    ours: School
    theirs: School
    handin: HandIn
    bout: str

    def handin_paths(self, path: str) -> list[str]:
        """Return the addresses of the hand-in below an assignment."""
        return [f"{path}/h/{self.handin.id}{more}" for more in OF_HANDIN]

    def game_paths(self, path: str) -> list[str]:
        """Return the addresses of the game below an assignment."""
        return [f"{path}/g/{self.bout}{more}" for more in OF_GAME]


@pytest.fixture
def town(client: TestClient) -> Town:
    names = {name: become(client, name) for name in ("Ada", "Bea", "Cid", "Tom", "Uma", "Zoe")}
    theirs = School(inside(client), names["Tom"], [names["Uma"]])
    ours = School(inside(client), names["Ada"], [names["Bea"], names["Cid"]])
    ours.hand_in(names["Bea"])
    handin = ours.hand_in(names["Bea"], {"bot.py": "a = 2\n"})
    return Town(ours, theirs, handin, ours.play(handin, None))


def statuses(client: TestClient, paths: list[str]) -> set[int]:
    return {client.get(path).status_code for path in paths}


@pytest.mark.parametrize("name", STRANGERS)
def test_strangers_find_no_page_no_file_no_picture_and_no_film(
    client: TestClient, town: Town, name: str | None
) -> None:
    become(client, name)
    path = town.ours.path
    paths = [path, f"{path}/live", f"{path}/n/1"]
    paths += town.handin_paths(path) + town.game_paths(path)
    assert statuses(client, paths) == {404}


@pytest.mark.parametrize("name", ["Tom", "Uma"])
def test_what_is_another_classs_is_not_found_below_ones_own_assignment(
    client: TestClient, town: Town, name: str
) -> None:
    become(client, name)
    path = town.theirs.path
    assert statuses(client, [path]) == {200}
    assert statuses(client, town.handin_paths(path) + town.game_paths(path)) == {404}
    assert post(client, f"{path}/h/{town.handin.id}/activate")[0] == (404 if name == "Uma" else 403)
    assert post(client, f"{path}/play", handin=town.handin.id)[0] == 404


@pytest.mark.parametrize("name", ["Tom", "Uma"])
def test_an_assignment_is_not_found_below_another_class(
    client: TestClient, town: Town, name: str
) -> None:
    become(client, name)
    path = f"/c/{town.theirs.key}/a/{town.ours.homework}"
    paths = [path, *town.handin_paths(path), *town.game_paths(path)]
    assert statuses(client, paths) == {404}


@pytest.mark.parametrize("name", STRANGERS)
def test_strangers_hand_nothing_in_activate_nothing_and_play_nobody(
    client: TestClient, town: Town, name: str | None
) -> None:
    become(client, name)
    path = town.ours.path
    before = town.ours.portal.handins.of_homework(town.ours.homework)
    assert upload(client, town.ours, ("bot.py", b"a = 3\n"))[0] == 404
    assert post(client, f"{path}/h/{town.handin.id}/activate")[0] == 404
    assert post(client, f"{path}/play", handin=town.handin.id)[0] == 404
    for what in ("join", "leave"):
        assert post(client, f"{path}/group/{what}", code="abcdefghij")[0] == 404
    assert town.ours.portal.handins.of_homework(town.ours.homework) == before


def test_a_classmate_sees_games_and_nothing_of_the_hand_in(client: TestClient, town: Town) -> None:
    become(client, "Cid")
    path = town.ours.path
    assert statuses(client, town.handin_paths(path)) == {404}
    assert statuses(client, town.game_paths(path)[:-1]) == {200}
    # A number is that of one's own hand-ins.
    assert client.get(f"{path}/n/1").status_code == 404
    assert post(client, f"{path}/h/{town.handin.id}/activate")[0] == 404


@pytest.mark.parametrize("name", ["Bea", "Uma"])
def test_no_form_takes_a_hand_in_for_an_opponent(client: TestClient, town: Town, name: str) -> None:
    account = become(client, name)
    words = f"{HANDIN}:{town.handin.id}"
    for fields in ({"level": words}, {"opponent": words}, {"opponent": "invite", "name": words}):
        post(client, "/play", **{"game": "ataxx", "opponent": "bot", **fields})
    assert bots_of(town, account) <= {"", "level 3"}


def test_no_program_takes_a_hand_in_for_an_opponent(client: TestClient, town: Town) -> None:
    account = become(client, "Rob", is_bot=True)
    headers = {"Authorization": f"Bearer {town.ours.portal.tokens.create(account, 'test')}"}
    client.cookies.clear()
    words = f"{HANDIN}:{town.handin.id}"
    path = "/api/challenge/"
    assert client.post(f"{path}3", json={"game": "ataxx"}, headers=headers).status_code == 200
    for name in (words, words.replace(":", "%3A"), town.handin.id, "Bea%20%232"):
        answer = client.post(f"{path}{name}", json={"game": "ataxx"}, headers=headers)
        assert answer.status_code in (400, 404), answer.text
    for field in ("opponent", "bot", "level", "seats"):
        body = {"game": "ataxx", field: words}
        client.post(f"{path}3", json=body, headers=headers)
    assert bots_of(town, account) == {"", "level 3"}


def bots_of(town: Town, account: int) -> set[str]:
    """Return the bots in the seats of an account's games."""
    games = town.ours.portal.history.running(account)
    return {seat.bot for game in games for seat in game.setup.seats}


def test_a_game_against_a_hand_in_is_not_public_and_does_not_say_which_one_it_is(
    client: TestClient, town: Town
) -> None:
    cid = become(client, "Cid")
    assert post(client, f"{town.ours.path}/play", handin=town.handin.id)[0] == 200
    (game,) = town.ours.portal.history.running(cid)
    become(client, None)
    for page in ("/", "/games", "/@/Cid", "/player/Cid"):
        assert game.id not in client.get(page).text
    found = [client.get(f"/g/{game.id}").text, client.get(f"/api/game/{game.id}").text]
    with client.websocket_connect(f"/ws/g/{game.id}", headers=HERE) as socket:
        found.append(socket.receive_text())
    assert "Bea #2" in found[0]
    for text in found:
        assert town.handin.id not in text
