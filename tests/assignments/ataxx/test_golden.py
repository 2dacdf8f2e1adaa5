"""``ataxx`` replays its golden sessions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.assignments.cases.session import Session, again, parse
from tests.assignments.differential import assert_same
from tests.assignments.inprocess import play
from tests.oracles.programs import ataxx as oracle

SESSIONS = sorted((Path(__file__).parents[1] / "golden" / "ataxx").glob("*.txt"))
each_file = pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)


def sessions() -> list[Session]:
    """All sessions of all files."""
    return [session for path in SESSIONS for session in parse(path.read_text("ascii"))]


@pytest.mark.compiled_only
@each_file
def test_a_session_is_replayed_to_the_byte(tmp_path: Path, path: Path) -> None:
    text = path.read_text("ascii")
    first, *others = parse(text)
    now = [again(first, tmp_path), *(again(other, tmp_path, play) for other in others)]
    assert "".join(session.text() for session in now) == text


@each_file
def test_a_session_agrees_with_the_specification(path: Path) -> None:
    if path.stem == "additions":
        pytest.skip("the specification leaves them to us")
    for session in parse(path.read_text("ascii")):
        expected = oracle.run(
            session.words[1:],
            session.stdin,
            session.files,
            oracle.announced(session.result.stdout),
        )
        assert_same(expected, session.result, session.remarks)


def test_every_end_and_every_error_is_in_a_session() -> None:
    said = "".join(session.result.stdout.decode() for session in sessions())
    for words in ("* Red wins!\n", "* Blue wins!\n", "* Draw!\n", "* Blue moves -.\n"):
        assert words in said, words
    complaints = "".join(session.result.stderr.decode() for session in sessions()).splitlines()
    assert set(complaints) >= {
        "Unknown command.",
        "illegal move",
        "illegal pass: you could jump or clone",
        "block-setting must precede first move.",
        "illegal block placement",
    }
