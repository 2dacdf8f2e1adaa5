"""The way into the application."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import outwit
from outwit.arena.seat import PERSON
from outwit.errors import BadFile, UsageError
from outwit.terminal.app import NEEDS_TEXTUAL, run_app
from outwit.terminal.application import OutwitApp
from outwit.terminal.kept import Keeper
from tests.terminal.pilot import RANDOM, game_against

pytestmark = pytest.mark.compiled_only

ATAXX = outwit.game("ataxx")


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[OutwitApp]:
    """Collect the applications that would run."""
    apps: list[OutwitApp] = []

    def collect(app: OutwitApp) -> None:
        apps.append(app)

    monkeypatch.setattr(OutwitApp, "run", collect)
    return apps


def test_without_a_game_it_begins_with_the_menu(opened: list[OutwitApp]) -> None:
    run_app()
    assert opened[0].live is None


def test_a_game_with_seats_is_opened_at_once(opened: list[OutwitApp]) -> None:
    run_app(ATAXX, ATAXX.start(), (RANDOM, PERSON))
    live = opened[0].live
    assert live is not None
    assert live.seats == (RANDOM, PERSON)


def test_the_opponent_is_level_3_unless_another_is_named(opened: list[OutwitApp]) -> None:
    run_app(ATAXX, ATAXX.start())
    live = opened[0].live
    assert live is not None
    assert [seat.name for seat in live.seats] == ["human", "level 3"]


def test_a_kept_game_goes_on(opened: list[OutwitApp], tmp_path: Path) -> None:
    live = game_against(ATAXX)
    live.play("f1")
    path = Keeper(tmp_path).keep(live)
    run_app(load=str(path))
    found = opened[0].live
    assert found is not None
    assert found.position == live.position
    assert found.seats == live.seats


def test_a_record_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"none\.txt"):
        run_app(load=str(tmp_path / "none.txt"))


def test_without_textual_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['textual'] = None; from outwit.terminal.app import *; run_app()"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stderr.splitlines()[-1] == f"{UsageError.__module__}.UsageError: {NEEDS_TEXTUAL}"
