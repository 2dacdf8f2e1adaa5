"""The puzzle of the day: on the first page, on a page of its own, with streak and calendar."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from outwit.games import game as find_game
from outwit.server.app import create_app
from outwit.server.edge.settings import Settings
from outwit.server.portal import portal_of
from outwit.server.routes import dailypages, home, puzzlepages
from outwit.storage.daily import DailyStore
from outwit.storage.puzzles import StoredPuzzle

pytestmark = pytest.mark.compiled_only

JSON = {"accept": "application/json"}
TODAY = date(2026, 3, 18)


@pytest.fixture(scope="module")
def application(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder: Path = tmp_path_factory.mktemp("portal")
    settings = Settings(f"sqlite:///{folder / 'portal.db'}")
    with TestClient(create_app(settings), follow_redirects=True) as client:
        yield client


class Visitor:
    """A browser on a day that can be changed."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.today = TODAY

    @property
    def store(self) -> DailyStore:
        return portal_of(self.client.app).daily  # type: ignore[arg-type]

    def puzzle(self) -> StoredPuzzle:
        stored = self.store.puzzle_of(self.today)
        assert stored is not None
        return stored

    def path(self) -> str:
        return f"/puzzles/{self.puzzle().game}/{self.puzzle().id}"

    def text(self, path: str) -> str:
        got = self.client.get(path)
        assert got.status_code == 200
        return got.text

    def send(self, path: str, *moves: str) -> str:
        """Send a form of the puzzle; return the message."""
        token = re.search(r'name="csrf" value="(\w+)"', self.text(self.path()))
        assert token is not None
        data = {"csrf": token[1], "m": list(moves), "hint": "1"}
        got = self.client.post(path, data=data, headers=JSON)
        assert got.status_code == 200, got.text
        return str(got.json()["message"])

    def solve(self) -> str:
        puzzle = self.puzzle().puzzle
        own = [puzzle.accepted(ply)[0] for ply in range(0, len(puzzle.moves), 2)]
        for number in range(1, len(own)):
            self.send(self.path(), *own[:number])
        return self.send(self.path(), *own)

    def fail(self) -> None:
        stored = self.puzzle()
        position = stored.puzzle.start(find_game(stored.game))
        right = stored.puzzle.accepted(0)
        self.send(self.path(), next(m.text for m in position.legal_moves if m.text not in right))


@pytest.fixture
def visitor(application: TestClient, monkeypatch: pytest.MonkeyPatch) -> Visitor:
    application.cookies.clear()
    visitor = Visitor(application)
    for module in (home, dailypages, puzzlepages):
        monkeypatch.setattr(module, "today_in_utc", lambda: visitor.today)
    return visitor


def test_the_first_page_has_the_days_puzzle_for_everybody(visitor: Visitor) -> None:
    found = re.findall(r'href="(/puzzles/\w+/\w+)"', visitor.text("/"))
    assert set(found) == {visitor.path()}
    visitor.today += timedelta(days=1)
    assert visitor.path() not in found


def test_solving_it_day_after_day_makes_a_streak_and_missing_a_day_ends_it(
    visitor: Visitor,
) -> None:
    assert visitor.solve().endswith("Puzzle of the day: done.")
    visitor.today += timedelta(days=1)
    assert "One day in a row" in visitor.text("/")
    assert visitor.solve().endswith("Puzzle of the day: 2 days in a row.")
    assert "2 days in a row" in visitor.text("/daily")
    visitor.today += timedelta(days=2)
    page = visitor.text("/")
    assert "in a row" not in page
    assert "Your best: 2 days" in page


def test_a_guests_streak_follows_into_an_account(visitor: Visitor) -> None:
    visitor.today += timedelta(days=100)
    visitor.solve()
    token = re.search(r'name="csrf" value="(\w+)"', visitor.text("/register"))
    assert token is not None
    data = {"csrf": token[1], "name": "Solver", "password": "correct horse"}
    visitor.client.post("/register", data=data)
    assert "Solver" in visitor.text("/daily")
    assert "One day in a row" in visitor.text("/daily")


def test_after_a_mistake_the_solution_is_still_hidden_and_the_day_can_be_saved(
    visitor: Visitor,
) -> None:
    visitor.today += timedelta(days=200)
    visitor.fail()
    assert "The solution</summary>" not in visitor.text(visitor.path())
    assert "Not solved yet today" in visitor.text("/daily")
    assert "done" in visitor.solve()
    assert "solved after a mistake" in visitor.text("/daily")
    assert "The solution</summary>" in visitor.text(visitor.path())


def test_after_a_look_at_the_solution_the_day_is_lost(visitor: Visitor) -> None:
    visitor.today += timedelta(days=210)
    visitor.send(f"{visitor.path()}/solution")
    assert visitor.solve().endswith("you have seen the solution.")
    page = visitor.text("/daily")
    assert "in a row" not in page
    assert "not solved</span>" in page


def test_the_calendar_leads_to_earlier_months_but_not_to_later_ones(visitor: Visitor) -> None:
    visitor.puzzle()
    visitor.today += timedelta(days=31)
    page = visitor.text("/daily")
    assert "April 2026" in page
    assert 'rel="next"' not in page
    (before,) = re.findall(r'rel="prev" href="(.+?)"', page)
    earlier = visitor.text(before)
    assert "March 2026" in earlier
    assert "/daily?month=2026-04" in earlier


@pytest.mark.parametrize("month", ["2026-13", "2027-01", "x", "0001-01", "2026-1", "2026-03-1"])
def test_a_month_that_there_is_not_is_refused_by_name(visitor: Visitor, month: str) -> None:
    got = visitor.client.get("/daily", params={"month": month})
    assert got.status_code == 400
    assert "is not a month up to 2026-03" in got.text
