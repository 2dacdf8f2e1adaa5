"""The tour of a game: offered until it has been seen, on every device of an account."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.community import Community, community

MARK = "data-new"


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Community]:
    with community(tmp_path_factory.mktemp("town")) as town:
        yield town


def begin(town: Community, game: str, clock: str = "unlimited") -> str:
    """Begin a game with a level; return its page."""
    answer = town.post("/play", game=game, opponent="bot", level="1", side="0", clock=clock)
    return town.page(answer.url.path)


def test_an_account_sees_the_tour_of_each_game_once_on_all_its_devices(town: Community) -> None:
    ada = town.person("Ada")
    town.sit(ada)
    assert MARK in begin(town, "ataxx")
    assert town.post("/tours/ataxx").status_code == 204
    assert MARK not in begin(town, "ataxx")
    assert MARK in begin(town, "push")
    town.sit(ada)  # in another browser
    assert MARK not in begin(town, "ataxx")
    assert 'data-do="tour"' in begin(town, "ataxx")


def test_no_tour_comes_by_itself_while_a_clock_runs(town: Community) -> None:
    town.sit(town.person("Grace"))
    assert MARK not in begin(town, "ataxx", "300+3")


def test_the_end_of_a_tour_needs_a_game_and_the_token_of_a_page(town: Community) -> None:
    town.sit(None)
    assert town.post("/tours/ataxx").status_code == 204
    assert town.post("/tours/chess").status_code == 404
    assert town.client.post("/tours/ataxx", data={"csrf": "x"}).status_code == 403
