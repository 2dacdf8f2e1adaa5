"""The progress of a contest."""

from __future__ import annotations

import pytest

from outwit.contests import bar as module
from outwit.contests.bar import bar


def test_a_function_hears_of_every_batch() -> None:
    seen: list[tuple[int, int]] = []
    with bar(lambda done, total: seen.append((done, total)), 2, 10) as advance:
        advance(3)
        advance(5)
    assert seen == [(5, 10), (10, 10)]


def test_a_line_is_written_without_rich(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    with bar(True, 0, 4) as advance:
        advance(4)
    assert capsys.readouterr().err == "\r4 of 4 games\n"
    with bar(True, 0, None) as advance:
        advance(4)
    assert capsys.readouterr().err == "\r4 games\n"


def test_a_bar_is_drawn_with_rich(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("rich")
    with bar(True, 0, 4) as advance:
        advance(4)
    assert "4/4 games" in capsys.readouterr().err


def test_without_progress_nothing_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    with bar(False, 0, 4) as advance:
        advance(4)
    assert capsys.readouterr().err == ""
