"""The chosen appearance: kept by the browser and by the account; boards follow."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import outwit
from outwit.drawing.palette import colours
from outwit.server.routes.pages import LOOK
from tests.server.community import Community, community

PATH = "/settings/appearance"


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Community]:
    with community(tmp_path_factory.mktemp("town")) as town:
        yield town


def root(town: Community, path: str = "/") -> tuple[str, str]:
    """Return theme and size of a page as its root element names them."""
    found = re.search(r'<html lang="en" data-theme="(\w+)" data-size="(\w+)">', town.page(path))
    assert found is not None
    return found[1], found[2]


def test_a_stranger_chooses_and_the_browser_keeps_it_for_all_pages(town: Community) -> None:
    town.sit(None)
    assert root(town) == ("system", "100")
    assert town.post(PATH, theme="dark", board="classic", size="130").url.path == PATH
    assert root(town) == root(town, PATH) == ("dark", "130")
    checked = re.findall(r'name="\w+" value="(\w+)" checked', town.page(PATH))
    assert checked == ["browser", "dark", "130", "classic"]


def test_pictures_of_boards_follow_the_theme(town: Community) -> None:
    town.sit(None)
    pictures = []
    for theme in ("system", "light", "dark"):
        town.post(PATH, theme=theme, board="classic", size="100")
        answer = town.client.get("/boards/ataxx.svg")
        assert "Cookie" in answer.headers["vary"]
        pictures.append(answer.text)
    assert ["prefers-color-scheme" in each for each in pictures] == [True, False, False]
    assert "#e9d5ae" in pictures[1]
    assert "#6d563e" in pictures[2]


def test_boards_of_pages_and_pictures_follow_the_style(town: Community) -> None:
    town.sit(None)
    town.post(PATH, theme="light", board="paper", size="100")
    colour = colours(outwit.game("ataxx").parts.look, "light", "paper")["square_light"]
    assert colour in town.client.get("/boards/ataxx.svg").text
    sheet = re.search(r'href="(/static/boards.css[^"]*)"', town.page("/"))
    assert sheet is not None
    assert colour in town.page(sheet[1])
    assert colour not in town.page("/static/boards.css")
    assert colour not in town.page("/boards/ataxx.svg?theme=light&style=classic")
    assert town.client.get("/static/boards.css?style=mauve").status_code == 400
    assert town.client.get("/boards/ataxx.svg?style=mauve").status_code == 400


def test_an_account_finds_its_choice_on_every_device(town: Community) -> None:
    ada = town.person("Ada")
    town.sit(ada)
    town.post(PATH, theme="dark", board="classic", size="115")
    town.sit(ada)  # in another browser, without the cookie
    assert root(town) == ("dark", "115")
    assert town.client.cookies[LOOK] == "dark.classic.115.browser"
    town.sit(None)
    assert root(town) == ("system", "100")


def test_the_choice_of_an_account_comes_before_that_of_the_browser(town: Community) -> None:
    grace = town.person("Grace")
    town.sit(grace)
    town.client.cookies.set(LOOK, "light.classic.130")
    assert root(town) == ("light", "130")
    town.portal.accounts.dress(grace.id, "dark.paper.100")
    assert root(town) == ("dark", "100")


def test_a_choice_that_does_not_exist_is_refused_and_a_wrong_cookie_is_ignored(
    town: Community,
) -> None:
    town.sit(None)
    answer = town.post(PATH, theme="mauve", board="classic", size="100")
    assert answer.status_code == 400
    assert "&#39;mauve&#39; is not one of system, light, dark." in answer.text
    town.client.cookies.set(LOOK, '"><script>')
    assert root(town) == ("system", "100")
