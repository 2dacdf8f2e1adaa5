"""bench/proven.py: moves are judged by what the solver proves."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

import outwit
from outwit.engine.limits import Limits
from tests.scripts import call_here

SCRIPT = Path(__file__).parents[2] / "bench" / "proven.py"
pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """Return the script as a module."""
    spec = spec_from_file_location("proven", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["proven"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("result", "after", "expected"),
    [
        ("win", "loss", "kept"),
        ("win", "draw", "wrong"),
        ("win", "win", "wrong"),
        ("draw", "draw", "kept"),
        ("draw", "win", "wrong"),
        ("win", "unknown", "unknown"),
    ],
)
def test_a_move_is_wrong_where_it_gives_the_result_away(
    script: ModuleType, result: str, after: str, expected: str
) -> None:
    assert script.verdict(result, after) == expected


def test_positions_are_solved_and_somebody_has_something_to_lose(script: ModuleType) -> None:
    options = (("rows", "4"), ("columns", "5"))
    terms = script.Terms("push", options, Limits(nodes=500), 5.0, 6, 0.2, 1)
    found = script.look(terms, 0)
    assert found
    for seen in found:
        position = outwit.game("push").position(seen.text, **dict(options))
        assert position.count_moves() > 1
        assert script.solved(position, 5.0) == seen.result
        assert seen.result in ("win", "draw")
        assert seen.verdict == script.verdict(
            seen.result, script.solved(script.child(position, seen.move), 5.0)
        )
        assert 0 <= seen.losing <= seen.tried <= script.TRIED


def test_the_counts_are_printed_and_wrong_words_refused() -> None:
    words = ("push", "--positions", "1", "--nodes", "500", "--option", "rows=3", "columns=4")
    command = [sys.executable, str(SCRIPT), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    first, win, draw, others = done.stdout.splitlines()
    assert first.startswith("push: ")
    assert win.startswith("  win: kept ")
    assert draw.startswith("  draw: kept ")
    assert others.startswith("  other moves")
    assert (
        call_here(SCRIPT, "push", "--option", "rows").stderr == "proven: 'rows' is not KEY=VALUE\n"
    )
    assert (
        call_here(SCRIPT, "push", "--random", "2").stderr
        == "proven: --random: 2 is not from 0 to 1\n"
    )
