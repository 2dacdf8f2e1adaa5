"""Puzzles on the portal: judged by the server, rated once, and usable without script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import outwit
from outwit.core.puzzle import Puzzle, read_puzzles
from outwit.server.app import create_app
from outwit.server.edge.settings import Settings
from outwit.server.portal import portal_of
from outwit.storage.puzzles import PuzzleStore, puzzle_id

pytestmark = pytest.mark.compiled_only

GAMES = outwit.all_games()
ATAXX = outwit.game("ataxx")
JSON = {"accept": "application/json"}
# A puzzle in which more than one move is to be found.
LONG = next(puzzle for puzzle in read_puzzles(ATAXX) if puzzle.own_moves == 2)
PATH = f"/puzzles/ataxx/{puzzle_id('ataxx', LONG)}"
OTHER = f"/puzzles/ataxx/{puzzle_id('ataxx', read_puzzles(ATAXX)[-1])}"


@pytest.fixture(scope="module")
def application(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder: Path = tmp_path_factory.mktemp("portal")
    settings = Settings(f"sqlite:///{folder / 'portal.db'}")
    with TestClient(create_app(settings), follow_redirects=True) as client:
        yield client


@pytest.fixture
def client(application: TestClient) -> TestClient:
    """Return the browser of a stranger."""
    application.cookies.clear()
    return application


def store(client: TestClient) -> PuzzleStore:
    return portal_of(client.app).puzzles  # type: ignore[arg-type]


def token(client: TestClient, path: str = PATH) -> str:
    found = re.search(r'name="csrf" value="(\w+)"', client.get(path).text)
    assert found is not None
    return found[1]


def answer(client: TestClient, *moves: str, path: str = PATH, **fields: str) -> dict[str, Any]:
    data = {"csrf": token(client), "m": list(moves), **fields}
    got = client.post(path, data=data, headers=JSON)
    assert got.status_code == 200, got.text
    told: dict[str, Any] = got.json()
    return told


def own(puzzle: Puzzle) -> list[str]:
    """Return the solver's moves."""
    return [puzzle.accepted(ply)[0] for ply in range(0, len(puzzle.moves), 2)]


def wrong_move(puzzle: Puzzle) -> str:
    return next(m.text for m in puzzle.start(ATAXX).legal_moves if m not in puzzle.accepted(0))


def test_a_puzzle_is_solved_move_by_move_and_rated(client: TestClient) -> None:
    first, second = own(LONG)
    told = answer(client, first)
    assert told["result"] == "right"
    assert told["steps"][0]["label"] in told["message"]
    assert len(told["steps"]) == 2
    assert told["given"] == [first]
    assert "standing" not in told
    told = answer(client, first, second)
    assert told["result"] == "solved"
    assert "wins" in told["message"]
    assert told["moves"] == []
    assert told["standing"]["streak"] == 1
    assert told["standing"]["change"].startswith("+")


def test_every_move_that_wins_at_the_last_turn_is_right(client: TestClient) -> None:
    puzzle = next(
        each for each in read_puzzles(ATAXX) if len(each.accepted(2 * (each.own_moves - 1))) > 1
    )
    path = f"/puzzles/ataxx/{puzzle_id('ataxx', puzzle)}"
    *earlier, _ = own(puzzle)
    for last in puzzle.accepted(2 * len(earlier)):
        assert answer(client, *earlier, last, path=path)["result"] == "solved"


def test_a_wrong_move_counts_once_and_the_right_one_afterwards_does_not(client: TestClient) -> None:
    told = answer(client, wrong_move(LONG))
    assert told["result"] == "wrong"
    assert "does not win in 2 moves" in told["message"]
    assert told["standing"]["change"].startswith("−")
    rating = told["standing"]["rating"]
    solved = answer(client, *own(LONG))
    assert solved["result"] == "solved"
    assert solved["standing"]["rating"] == rating
    assert solved["standing"]["solved"] == 0


def test_the_solution_is_given_to_those_who_ask_and_counts_as_not_solved(
    client: TestClient,
) -> None:
    hidden = client.get(PATH).text
    assert "The solution" not in hidden
    told = answer(client, path=f"{PATH}/solution")
    assert len(told["steps"]) == len(LONG.moves)
    assert told["standing"]["change"].startswith("−")
    assert "The solution" in client.get(PATH).text


def test_hints_name_the_piece_then_the_move_and_take_no_points(client: TestClient) -> None:
    move = LONG.start(ATAXX).move(own(LONG)[0])
    asked = client.get(f"{PATH}?hint=2").text
    assert move.label not in re.sub(r"<select.*?</select>|<script.*?</script>", "", asked)
    first = answer(client, path=f"{PATH}/hint", hint="1")
    assert first["message"] == f"Begin with {move.squares[0]}."
    assert first["square"] == move.squares[0]
    assert answer(client, path=f"{PATH}/hint", hint="2")["message"] == f"{move.label}."
    told = answer(client, *own(LONG))
    assert told["result"] == "solved"
    assert (told["standing"]["rating"], told["standing"]["streak"]) == ("–", 0)


def test_it_works_without_script(client: TestClient) -> None:
    first, second = own(LONG)
    page = client.post(PATH, data={"csrf": token(client), "m": first})
    assert page.url.path == PATH
    assert "Right. Go on." in page.text
    assert f'name="m" value="{first}"' in page.text
    page = client.post(PATH, data={"csrf": token(client), "m": [first, second]})
    assert "Solved." in page.text
    page = client.post(f"{OTHER}/solution", data={"csrf": token(client)})
    assert "The solution" in page.text
    page = client.post(PATH, data={"csrf": token(client), "m": wrong_move(LONG)})
    assert "that does not win in 2 moves" in unescape(page.text)


def test_an_address_cannot_solve_a_puzzle(client: TestClient) -> None:
    first, second = own(LONG)
    token(client)
    client.get(f"{PATH}?m={first}&m={second}")
    client.get(f"{PATH}?m={first}&m=nonsense&wrong=%00&hint=1")
    assert "You have tried" not in client.get(PATH).text


def test_an_address_tells_nobody_whether_a_move_is_right(client: TestClient) -> None:
    first, second = own(LONG)
    unknown = client.get(PATH).text
    for query in (f"m={first}", f"m={first}&m={second}", f"m={first}&proof={'0' * 32}"):
        shown = client.get(f"{PATH}?{query}").text
        assert re.sub(r'value="[0-9a-f]{48}"', "", shown) == re.sub(
            r'value="[0-9a-f]{48}"', "", unknown
        )
    # What somebody has given by a form is shown to them, and to nobody else.
    page = client.post(PATH, data={"csrf": token(client), "m": first})
    assert "Right. Go on." in page.text
    longer = f"{page.url}&m={second}"
    assert "Solved" not in client.get(longer).text
    client.cookies.clear()
    assert "Right. Go on." not in client.get(str(page.url)).text


def test_a_form_without_its_token_or_with_another_account_s_is_refused(client: TestClient) -> None:
    for path in (PATH, f"{PATH}/hint", f"{PATH}/solution"):
        refused = client.post(path, data={"csrf": "0" * 32, "m": own(LONG)[0]}, headers=JSON)
        assert refused.status_code == 403
    stale = token(client)
    answer(client, wrong_move(LONG))
    assert client.post(PATH, data={"csrf": stale, "m": own(LONG)[0]}).status_code == 403


@pytest.mark.parametrize(
    ("moves", "status"),
    [
        (["nonsense"], 400),
        (["a1\0"], 400),
        (["<b>"], 400),
        (["x" * 10_000], 400),
        ([""], 400),
        ([], 400),
        (["b7"] * 21, 400),
    ],
)
def test_what_is_no_move_is_refused_and_counts_nothing(
    client: TestClient, moves: list[str], status: int
) -> None:
    got = client.post(PATH, data={"csrf": token(client), "m": moves}, headers=JSON)
    assert got.status_code == status
    assert "You have tried" not in client.get(PATH).text


def test_moves_after_the_last_one_are_refused(client: TestClient) -> None:
    first, second = own(LONG)
    data = {"csrf": token(client), "m": [first, second, second]}
    assert client.post(PATH, data=data, headers=JSON).status_code == 400


def test_a_wrong_move_counts_wherever_it_stands(client: TestClient) -> None:
    told = answer(client, wrong_move(LONG), "nonsense")
    assert told["result"] == "wrong"
    assert told["standing"]["change"].startswith("−")
    assert told["standing"]["tried"] == 1


@pytest.mark.parametrize(
    "path",
    [
        "/puzzles/nope",
        "/puzzles/ataxx/nope",
        "/puzzles/ataxx/22222222",
        "/puzzles/ataxx/%00",
        PATH.replace("ataxx", "push"),
    ],
)
def test_an_unknown_puzzle_is_not_found(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404
    if path.count("/") == 3:
        data = {"csrf": token(client), "m": "b7"}
        for tail in ("", "/hint", "/solution"):
            assert client.post(path + tail, data=data, headers=JSON).status_code == 404


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_has_a_page_with_a_puzzle(client: TestClient, game: outwit.Game) -> None:
    got = client.get(f"/puzzles/{game.name}")
    assert got.status_code == 200
    key = got.url.path.rpartition("/")[2]
    assert store(client).get(key).game == game.name
    assert re.search(r"to move: win (in \d moves|with one move)", got.text)
    found = re.findall(r' id="([^"]+)"', got.text)
    assert len(found) == len(set(found))


def test_the_games_are_shown_with_rating_and_streak(client: TestClient) -> None:
    assert "puzzles, the first ones easy" in client.get("/puzzles").text
    answer(client, *own(LONG)[:1])
    answer(client, *own(LONG))
    text = client.get("/puzzles").text
    assert "<dt>Streak</dt><dd>1</dd>" in text
    assert "1 of 1" in text


def test_the_first_page_has_the_puzzle_of_the_day(client: TestClient) -> None:
    found = re.findall(r'href="(/puzzles/\w+/\w+)"', client.get("/").text)
    assert len(set(found)) == 1
    assert client.get(found[0]).status_code == 200


def test_a_guest_who_signs_up_keeps_rating_and_streak(client: TestClient) -> None:
    answer(client, *own(LONG))
    data = {"csrf": token(client), "name": "Solver", "password": "correct horse"}
    client.post("/register", data=data)
    text = client.get(PATH).text
    assert "You have tried this puzzle before" in text
    assert '<span data-standing="streak">1</span>' in text


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_examples_of_the_rules_are_answered(client: TestClient, game: outwit.Game) -> None:
    page = client.get(f"/rules/{game.name}").text
    for number, example in enumerate(game.parts.examples, 1):
        path = f"/rules/{game.name}/examples/{number}"
        assert path in page
        legal = [move.text for move in example.start(game).legal_moves]
        for move in (*example.moves, legal[0], legal[-1]):
            told = client.get(path, params={"move": move}).json()
            assert told["right"] == (move in example.moves)
            assert ("that is legal too" in told["sentences"][0]) != told["right"]
    found = re.findall(r' id="([^"]+)"', page)
    assert len(found) == len(set(found))


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/rules/nope/examples/1?move=b7", 404),
        ("/rules/ataxx/examples/0?move=b7", 404),
        ("/rules/ataxx/examples/99999999999999999999?move=b7", 404),
        ("/rules/ataxx/examples/1?move=d4", 400),
        ("/rules/ataxx/examples/1?move=%00", 404),
        ("/rules/ataxx/examples/1", 400),
        ("/rules/ataxx/examples/x?move=b7", 400),
        (f"/rules/ataxx/examples/1?move={'b' * 500}", 400),
    ],
)
def test_a_bad_try_of_an_example_is_refused(client: TestClient, path: str, status: int) -> None:
    assert client.get(path).status_code == status


def test_a_theme_is_chosen_kept_and_shown_after_the_try(client: TestClient) -> None:
    game, puzzle = next(
        (game, puzzle) for game in GAMES for puzzle in read_puzzles(game) if puzzle.themes
    )
    theme = next(each for each in game.parts.themes if each.code in puzzle.themes)
    chosen = f"/puzzles/{game.name}?theme={theme.code}"
    assert chosen in client.get("/puzzles").text
    proposed = client.get(chosen)
    assert str(proposed.url).endswith(f"?theme={theme.code}")
    assert f'href="{chosen}" aria-keyshortcuts' in proposed.text
    path = f"/puzzles/{game.name}/{puzzle_id(game.name, puzzle)}"
    assert chosen not in client.get(path).text
    told = answer(client, path=f"{path}/solution")
    assert theme.title in [each["title"] for each in told["themes"]]
    assert chosen in client.get(path).text


def test_without_script_the_theme_stays(client: TestClient) -> None:
    theme = ATAXX.parts.themes[0]
    data = {"csrf": token(client), "m": wrong_move(LONG)}
    page = client.post(f"{PATH}?theme={theme.code}", data=data)
    assert f"theme={theme.code}" in str(page.url)
    data = {"csrf": token(client), "m": wrong_move(LONG)}
    assert b"theme" not in client.post(f"{PATH}?theme=x", data=data).url.query


def test_a_theme_that_nobody_knows_is_not_found(client: TestClient) -> None:
    assert client.get("/puzzles/ataxx?theme=nonsense").status_code == 404
