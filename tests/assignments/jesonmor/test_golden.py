"""``jesonmor`` replays its golden sessions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.assignments.cases.session import Session, again, parse
from tests.assignments.differential import assert_same
from tests.assignments.inprocess import play
from tests.oracles.programs import jesonmor as oracle

SESSIONS = sorted((Path(__file__).parents[1] / "golden" / "jesonmor").glob("*.txt"))
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
    for session in parse(path.read_text("ascii")):
        stdout, arguments = session.result.stdout, session.words[1:]
        wording = oracle.wording_of(stdout) if stdout else ("", "", "")
        expected = oracle.run(arguments, session.stdin, session.environment, wording)
        assert_same(expected, session.result, session.remarks)


def test_every_end_and_every_refusal_is_in_a_session() -> None:
    said = "".join(session.result.stdout.decode() for session in sessions())
    for words in (
        "Winner: \x1b[32mWhite\x1b[0m\n",
        "Winner: \x1b[34mBlack\x1b[0m\n",
        "Winner: White\n",
        "No available moves for the player White\n",
        "No available moves for the player Black\n",
        "[Invalid Move]: Incorrect format\n",
        "[Invalid Move]: place is out of boundary of gameboard\n",
        "[Invalid Move]: No piece at (2, 2)\n",
        "[Invalid Move]: Cannot move a piece not belonging to you\n",
        "[Invalid Move]: piece cannot be captured by another piece belonging to the same player\n",
        "[Invalid Move]: Capturing piece in the first 2 moves are not allowed\n",
        "[Invalid Move]: archer move rule is violated\n",
        "[Invalid Move]: knight move rule is violated\n",
        "[Invalid Move]: knight is blocked by another piece\n",
    ):
        assert words in said, words
