"""Marks of right and wrong programs for the games that are played in sessions."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from outwit.assignments.assignment import assignment_of
from outwit.errors import BadFile, UsageError
from outwit.games import game
from outwit.grading.generate import generate
from outwit.grading.mark import Mark
from outwit.grading.marker import Marker
from outwit.grading.plan import Settings
from outwit.grading.sessions import (
    RecordedSession,
    Suite,
    find_suite,
    read_suite,
    renew,
    write_suite,
)
from outwit.grading.text import write_text
from outwit.grading.workers import Workers
from tests.grading import programs
from tests.grading.programs import installed, script

pytestmark = pytest.mark.compiled_only

GAMES = {"ataxx": "ataxx", "jesonmor": "jesonmor", "push": "push2310", "santorini": "santorini"}
each_game = pytest.mark.parametrize("name", GAMES)

# Runs one of our programs, always with the same chance, and changes what it prints.
MEDDLES = """
import os, subprocess, sys
os.environ["OUTWIT_SEED"] = "1"
typed = sys.stdin.buffer.read()
done = subprocess.run([{program!r}, *sys.argv[1:]], input=typed, capture_output=True)
sys.stdout.buffer.write(done.stdout{out})
sys.stderr.buffer.write(done.stderr{err})
sys.exit(done.returncode{status})
"""


def own_file(name: str) -> Path:
    sessions = assignment_of(game(name)).sessions
    assert sessions is not None
    return Path(sessions.path)


def suite(name: str) -> Suite:
    return read_suite(own_file(name))


def mark(
    name: str, command: tuple[str, ...], cases: Path | None = None, seconds: float = 20.0
) -> Mark:
    settings = Settings(cases=cases, seconds=seconds, strict=True)
    return Marker(game(name), settings, Workers(2)).mark(command)


def keep(
    folder: Path, name: str, wanted: Callable[[RecordedSession], bool]
) -> list[RecordedSession]:
    """Write some of our sessions into a folder."""
    own = suite(name)
    sessions = [session for session in own.sessions if wanted(session)]
    write_suite(folder / f"{name}.json", own.replace(sessions=tuple(sessions)))
    return sessions


def meddler(folder: Path, name: str, **parts: str) -> tuple[str, ...]:
    """A program that would be ours but for a change."""
    [program] = installed(GAMES[name])
    filled = {"out": "", "err": "", "status": "", **parts}
    return script(folder, MEDDLES.format(program=program, **filled))


@each_game
def test_our_program_gets_full_marks(name: str) -> None:
    marked = mark(name, installed(GAMES[name]))
    assert marked.full, write_text(marked)
    assert marked.score == marked.most == 100
    assert 20 <= len(marked.parts[0].results) <= 40


@each_game
def test_our_sessions_are_what_our_program_does(name: str) -> None:
    own, program = suite(name), assignment_of(game(name)).program
    assert program is not None
    assert len({session.name for session in own.sessions}) == len(own.sessions)
    for session in own.sessions[::4]:
        assert renew(session, program) == session


@each_game
def test_sessions_are_written_as_they_are_read(name: str, tmp_path: Path) -> None:
    path = own_file(name)
    write_suite(tmp_path / "sessions.json", read_suite(path))
    assert (tmp_path / "sessions.json").read_bytes() == path.read_bytes()


@each_game
def test_new_sessions_are_the_same_for_a_seed_and_passed_by_our_program(
    name: str, tmp_path: Path
) -> None:
    paths = [generate(game(name), tmp_path / place, 4, 11, ()) for place in "ab"]
    assert paths[0].read_bytes() == paths[1].read_bytes()
    marked = mark(name, installed(GAMES[name]), cases=tmp_path / "a")
    assert len(marked.parts[0].results) == 4
    assert marked.full, write_text(marked)


@each_game
def test_a_program_that_says_nothing_passes_nothing(name: str, tmp_path: Path) -> None:
    own = suite(name)
    assert all(each.stdout or each.stderr or each.status or each.replay for each in own.sessions)
    write_suite(tmp_path / "sessions.json", own.replace(sessions=own.sessions[::4]))
    marked = mark(name, (sys.executable, "-S", "-E", "-c", "pass"), cases=tmp_path)
    assert marked.score == 0
    assert "differs in line 1" in write_text(marked)


@each_game
def test_one_byte_more_is_a_mistake_wherever_there_is_output(name: str, tmp_path: Path) -> None:
    own = suite(name)
    few = own.replace(sessions=own.sessions[::5])
    write_suite(tmp_path / "sessions.json", few)
    silent = {s.name for s in few.sessions if not s.stdout and not s.replay}
    command = meddler(tmp_path, name, out=".replace(b'\\n', b' \\n', 1)")
    results = mark(name, command, cases=tmp_path).parts[0].results
    endless = {s.name for s in few.sessions if not s.replay and b"\n" not in s.stdout}
    assert {result.name for result in results if result.passed} == silent | endless


def test_the_wording_of_an_error_counts_in_push(tmp_path: Path) -> None:
    command = meddler(tmp_path, "push", err=".replace(b'Invalid', b'invalid')")
    only = keep(tmp_path, "push", lambda session: session.status in (2, 4, 5, 6))
    results = mark("push", command, cases=tmp_path).parts[0].results
    failed = {result.name for result in results if not result.passed}
    assert failed == {session.name for session in only if session.status in (2, 4)}
    [first, *_] = [result for result in results if not result.passed]
    assert "standard error differs in line 1\n  expected |Invalid " in first.evidence


def test_the_exit_status_counts(tmp_path: Path) -> None:
    only = keep(tmp_path, "santorini", lambda session: session.status == 2)
    command = meddler(tmp_path, "santorini", status=" and 3")
    failed = mark("santorini", command, cases=tmp_path).parts[0].failures
    assert len(failed) == len(only) >= 5
    assert all("exit status 2 expected, 3 found" in result.evidence for result in failed)


def test_the_wording_of_an_error_is_anybodys_own_in_santorini(tmp_path: Path) -> None:
    words = r".replace(b'santorini: ', b'Sorry: ')"
    assert len(keep(tmp_path, "santorini", lambda session: session.stderr != b"")) >= 5
    assert mark("santorini", meddler(tmp_path, "santorini", err=words), cases=tmp_path).full


def test_titles_and_guides_are_anybodys_own_in_jesonmor(tmp_path: Path) -> None:
    words = ".replace(b'Jeson Mor', b'Nine Horses').replace(b'Enter a move', b'Type a move')"
    assert len(keep(tmp_path, "jesonmor", lambda session: session.name.endswith(" 2"))) >= 5
    assert mark("jesonmor", meddler(tmp_path, "jesonmor", out=words), cases=tmp_path).full


def test_a_move_the_computer_may_not_make_is_found_out(tmp_path: Path) -> None:
    """Wherever Black moves at all, it says that it moved a piece of a column far to the right."""
    code = ".replace(b'Black moved piece at (', b'Black moved piece at (2')"
    only = keep(tmp_path, "jesonmor", lambda session: "protection" in session.name)
    marked = mark("jesonmor", meddler(tmp_path, "jesonmor", out=code), cases=tmp_path)
    failed = marked.parts[0].failures
    assert len(failed) == len(only) >= 3
    assert all("standard output differs" in result.evidence for result in failed)


def test_a_choice_the_heuristic_does_not_have_is_found_out(tmp_path: Path) -> None:
    """Blue plays at random where it was asked to play by the heuristic."""
    words = '[w.replace("heuristic", "random") for w in sys.argv[1:]]'
    code = MEDDLES.format(program=installed("santorini")[0], out="", err="", status="")
    command = script(tmp_path, code.replace("*sys.argv[1:]", f"*{words}"))
    only = keep(tmp_path, "santorini", lambda session: session.replay)
    results = mark("santorini", command, cases=tmp_path).parts[0].results
    asked = {session.name for session in only if "heuristic" in session.arguments}
    failed = {result.name for result in results if not result.passed}
    assert failed
    assert failed <= asked


def test_saved_files_are_compared(tmp_path: Path) -> None:
    session = RecordedSession(
        "saves", ("H", "0", "board"), written={"mine": b"3 3\n", "other": None}
    )
    own = Suite((session,))
    write_suite(tmp_path / "push.json", own)
    saves = "import os; open('mine', 'w').write('{}'); {}"

    def evidence(text: str, more: str = "os.mkdir('other')") -> str:
        marked = mark("push", script(tmp_path, saves.format(text, more)), cases=tmp_path)
        return marked.parts[0].results[0].evidence

    assert evidence("3 3\\n") == ""
    assert "the file 'mine' differs in line 1\n  expected |3 3|\n  written  |3 4|" in evidence(
        "3 4\\n"
    )
    assert "the file 'other' is missing" in evidence("3 3\\n", "")
    assert "the file 'other' should be a folder" in evidence("3 3\\n", "open('other', 'w')")
    more = "os.mkdir('other'); open('more', 'w')"
    assert "the file 'more' should not have been written" in evidence("3 3\\n", more)


def test_a_program_that_hangs_or_floods_is_stopped(tmp_path: Path) -> None:
    own = suite("push")
    write_suite(tmp_path / "push.json", own.replace(sessions=own.sessions[:2]))
    hangs = mark("push", script(tmp_path, programs.HANGS), cases=tmp_path, seconds=0.3)
    assert "it did not end within 0.3 s" in write_text(hangs)
    floods = mark("push", script(tmp_path, "while True: print('x' * 65536)"), cases=tmp_path)
    assert "it was stopped because it wrote too much" in write_text(floods)
    assert hangs.score == floods.score == 0


def test_hostile_output_is_shown_harmlessly(tmp_path: Path) -> None:
    code = "import os, sys; os.write(1, bytes(range(256)) * 99); os.write(2, b'\\x1b]0;x\\7' * 999)"
    only = keep(tmp_path, "ataxx", lambda session: session.name.endswith(" 2"))
    text = write_text(mark("ataxx", script(tmp_path, code), cases=tmp_path))
    assert text.replace("\n", "").isprintable()
    assert 0 < len(text) < 9_000 * len(only)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"program": "x", "free": [], "sessions": [{}]}', '{"sessions": 3}', "\xff"],
)
def test_what_is_no_file_of_sessions_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "sessions.json"
    path.write_text(text)
    with pytest.raises(BadFile, match=re.escape("sessions.json")):
        read_suite(path)


def test_a_place_without_sessions_is_told_from_one_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"^there is no file or folder '.*nowhere'$"):
        find_suite(tmp_path / "nowhere", "push")
    with pytest.raises(UsageError, match=r"holds no sessions: no file push.json or sessions.json$"):
        find_suite(tmp_path, "push")
