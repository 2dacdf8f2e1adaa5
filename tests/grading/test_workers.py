from __future__ import annotations

import time

import pytest

from outwit.grading.workers import Workers


def test_answers_come_in_order_whoever_is_first() -> None:
    def work(number: int) -> int:
        time.sleep((9 - number) / 200)
        return number * number

    assert Workers(4).each(work, range(10), "squares") == [n * n for n in range(10)]


def test_progress_is_one_line_that_goes_away(capsys: pytest.CaptureFixture[str]) -> None:
    Workers(2, progress=True).each(lambda number: number, range(3), "cases")
    said = capsys.readouterr().err
    assert "cases: 0 of 3 done, 0 s" in said
    assert "\n" not in said
    assert said.endswith("\r\x1b[K")


def test_progress_names_the_submission(capsys: pytest.CaptureFixture[str]) -> None:
    workers = Workers(1, progress=True)
    workers.about = "ada (1 of 30): "
    workers.each(lambda number: number, range(2), "cases")
    assert "ada (1 of 30): cases: 0 of 2 done" in capsys.readouterr().err


def test_an_error_ends_it_all_and_tells_jobs_under_way() -> None:
    workers = Workers(2)
    told: list[bool] = []

    def work(number: int) -> int:
        if number == 1:
            raise ValueError("one")
        told.append(workers.stop.wait(20))
        return number

    with pytest.raises(ValueError, match="one"):
        workers.each(work, range(50), "jobs")
    assert workers.stop.is_set()
    assert all(told)
    assert workers.each(lambda number: workers.stop.is_set(), range(3), "jobs") == [False] * 3
