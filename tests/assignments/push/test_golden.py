"""``push2310`` replays its golden transcripts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.assignments.cases.transcript import Run, parse, replayed
from tests.assignments.inprocess import play
from tests.assignments.process import Result
from tests.oracles.programs import push2310 as oracle

TRANSCRIPTS = sorted((Path(__file__).parents[1] / "golden" / "push2310").glob("*.txt"))
each_transcript = pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)


@pytest.mark.compiled_only
@each_transcript
def test_a_transcript_is_replayed_to_the_byte(tmp_path: Path, path: Path) -> None:
    text = path.read_text("ascii")
    assert "".join(run.text() for run in replayed(parse(text), tmp_path, play)) == text


@each_transcript
def test_a_transcript_agrees_with_the_specification(path: Path) -> None:
    files: oracle.Files = {}
    for run in parse(path.read_text("ascii")):
        files |= run.before
        stdout, stderr, status, after = oracle.run(run.words[1:], run.stdin, files)
        saved = {n: data for n, data in after.items() if n not in files or files[n] != data}
        assert (Result(stdout, stderr, status), saved) == (run.result, run.saved)
        files = after


def test_every_exit_status_is_in_a_transcript() -> None:
    runs = [run for path in TRANSCRIPTS for run in parse(path.read_text("ascii"))]
    assert {run.result.status for run in runs} == {0, 1, 2, 3, 4, 5, 6}


def test_a_transcript_holds_any_bytes() -> None:
    every = bytes(range(256))
    run = Run(
        ["# all"], {"f": b"\n \n"}, "x", every, Result(b"\\|", b"a \r\n%", 3), {"g": every * 2}
    )
    assert parse(run.text() * 2) == [run, run]
