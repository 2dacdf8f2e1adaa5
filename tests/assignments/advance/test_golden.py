"""``advance`` replays its golden transcripts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.assignments.cases.transcript import parse, replayed
from tests.assignments.inprocess import play

TRANSCRIPTS = sorted((Path(__file__).parents[1] / "golden" / "advance").glob("*.txt"))


@pytest.mark.compiled_only
@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_transcript_is_replayed_to_the_byte(tmp_path: Path, path: Path) -> None:
    text = path.read_text("ascii")
    assert "".join(run.text() for run in replayed(parse(text), tmp_path, play)) == text
