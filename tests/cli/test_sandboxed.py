"""Commands that run programs, where nothing encloses these."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.command import outwit_process
from tests.tools import needs_bubblewrap

pytestmark = pytest.mark.compiled_only
CHECK = ("check-bot", "advance", "--protocol", "file", "--", "true")
MATCH = ("match", "advance", "--games", "2", "--most-plies", "4", "random")
CONNECT = ("connect", "--token", "x", "--", "true")
GRADE = ("grade", "advance", "--games", "0", "--level", "1", "--", "true")


def run(*words: str, path: str, **environment: str) -> tuple[int, str]:
    answer = outwit_process(*words, PATH=path, **environment)
    return answer.status, answer.err


@pytest.fixture
def without(tmp_path: Path) -> str:
    """Return a path of programs on which bubblewrap is not."""
    for name in ("sh", "env", "prlimit", "setpriv", "true"):
        for place in ("/usr/bin", "/bin"):
            if os.path.exists(f"{place}/{name}") and not (tmp_path / name).exists():
                (tmp_path / name).symlink_to(f"{place}/{name}")
    return str(tmp_path)


@pytest.mark.parametrize("words", [CHECK, (*MATCH, "file:true"), GRADE])
def test_without_bubblewrap_it_is_said_once(words: tuple[str, ...], without: str) -> None:
    _, told = run(*words, path=without)
    assert told.count("WARNING: bubblewrap is not installed") == 1
    assert "Traceback" not in told


def test_our_own_bots_need_no_warning(without: str) -> None:
    assert run(*MATCH, "careful", path=without) == (0, "")
    assert run(*MATCH, "careful", "--require-sandbox", path=without) == (0, "")


@pytest.mark.parametrize("words", [CHECK, (*MATCH, "file:true"), GRADE, CONNECT])
def test_where_it_is_required_nothing_is_run_without(words: tuple[str, ...], without: str) -> None:
    refusal = "outwit: bubblewrap is required, and not installed or not permitted here\n"
    first, *rest = words
    assert run(first, "--require-sandbox", *rest, path=without) == (2, refusal)
    if first == "match":
        assert run(*words, path=without, OUTWIT_REQUIRE_SANDBOX="1") == (2, refusal)


@needs_bubblewrap()
def test_with_bubblewrap_nothing_is_said() -> None:
    first, *rest = CHECK
    assert run(first, "--require-sandbox", *rest, path=os.environ["PATH"]) == (4, "")
