"""Rankings."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from outwit.core.printable import fit, printable, width
from outwit.ratings.crosstable import Crosstable, crosstable
from outwit.ratings.rating import rate
from outwit.ratings.scores import Scores, Tally
from outwit.reports.table_view import table_view
from tests.ratings.leagues import league


def order(table: Crosstable) -> list[str]:
    return [row.name for row in table.rows]


def test_points_come_first() -> None:
    scores = Scores()
    scores.add(0, 1, 0)
    assert order(crosstable(["a", "b"], scores)) == ["b", "a"]


def test_equals_are_ranked_by_their_own_games() -> None:
    # a beat b, b beat c and d, a lost to c, d lost to all others: a and b have 2, a won directly.
    scores = Scores()
    for first, second in ((1, 0), (0, 2), (0, 3), (2, 1), (1, 3)):
        scores.add(first, second, 1)
    scores.add(3, 2, 1)
    table = crosstable(["b", "a", "c", "d"], scores)
    assert [row.total.points for row in table.rows] == [2, 2, 1, 1]
    assert order(table) == ["a", "b", "d", "c"]


def test_then_sonneborn_berger_decides_then_the_name() -> None:
    # z and a drew; z beat the winner of the other two, a the loser.
    scores = Scores()
    scores.add(0, 1, 0.5)
    scores.add(0, 2, 1)
    scores.add(1, 3, 1)
    scores.add(2, 3, 1)
    table = crosstable(["z", "a", "c", "d"], scores)
    assert order(table) == ["z", "a", "c", "d"]
    assert table.row_of(0).sonneborn == 0.5 * 1.5 + 1
    assert order(crosstable(["b", "a"], Scores(2))) == ["a", "b"]


def test_cells_are_in_the_order_of_the_rows() -> None:
    scores = Scores()
    scores.add(0, 1, 0, 3)
    scores.add(1, 0, 0.5)
    table = crosstable(["a", "b"], scores)
    assert table.rows[0].cells == (None, Tally(3, 1, 0))
    assert table.rows[1].cells == (Tally(0, 1, 3), None)


def test_the_text_is_a_table() -> None:
    scores = Scores()
    scores.add(0, 1, 1, 2)
    scores.add(1, 2, 0.5)
    scores.add(2, 0, 1)
    assert str(crosstable(["ant", "bee", "cat"], scores)).splitlines() == [
        "#  name  points  games   SB    1      2      3",
        "1  ant      2.0      3  1.0    ·    0-0-1  2-0-0",
        "2  cat      1.5      2  2.2  1-0-0    ·    0-1-0",
        "3  bee      0.5      3  0.8  0-0-2  0-1-0    ·",
    ]


def test_an_empty_table_and_one_player() -> None:
    assert str(crosstable([], Scores())) == "#  name  points  games  SB  W-D-L"
    assert len(crosstable(["alone"], Scores(1)).lines()) == 2


@pytest.mark.compiled_only
def test_three_hundred_players_are_a_line_each() -> None:
    table = crosstable([f"bot {i}" for i in range(300)], league([0.0] * 300, 1))
    assert len(table.lines()) == 301
    assert all(len(line) < 80 for line in table.lines())


@pytest.mark.parametrize("name", ["\x1b[2J", "a\nb", "\u202eabc", "\x00", "\ud800", "x" * 999, ""])
def test_hostile_names_do_not_break_the_text(name: str) -> None:
    lines = crosstable([name, "日本語"], league([0, 50], 2)).lines()
    assert len(lines) == 3
    assert all(line.isprintable() for line in lines)
    "\n".join(lines).encode()


def test_labels_have_the_width_asked_for() -> None:
    for text in ("", "ab", "abcdefghij", "日本語日本語", "e\u0301" * 9, "\x07" * 9):
        assert width(fit(text, 6)) == 6
    assert printable("a\tb\n", lines=True) == "a\tb\n"
    assert printable("abcdef", 4) == "abc…"


def shown(table: Crosstable, width: int = 120, title: str = "") -> str:
    text = io.StringIO()
    ratings = rate(league([0, 50], 2), resamples=5) if len(table.rows) == 2 else None
    Console(file=text, width=width).print(table_view(table, ratings, title))
    return text.getvalue()


def test_the_live_table_shows_names_and_does_not_read_them() -> None:
    names = ["[red]x[/red]", "[/nonsense] \x1b[2J"]
    text = shown(crosstable(names, league([0, 50], 2)), title="[bold]cup")
    assert "[red]x[/red]" in text
    assert "[/nonsense]" in text
    assert "[bold]cup" in text
    assert "\x1b" not in text
    assert "Elo" in text


def test_the_live_table_is_not_longer_than_a_screen_or_two() -> None:
    text = shown(crosstable([f"bot {i}" for i in range(300)], Scores(300)))
    assert "and 260 more" in text
    assert shown(crosstable([], Scores()))
