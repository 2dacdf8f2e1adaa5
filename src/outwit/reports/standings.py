"""The standings and the crosstable of a tournament's page."""

from __future__ import annotations

from collections.abc import Sequence

from outwit.core.value import Value
from outwit.ratings.crosstable import Row
from outwit.ratings.rating import Rating
from outwit.ratings.scores import Tally
from outwit.reports.style import STEPS
from outwit.reports.summary import Summary

# With more players than this, cells of the crosstable have no numbers; or no tooltips.
MOST_WRITTEN, MOST_NOTED = 24, 80
# The width of a rating's picture. The template has the same.
WIDE = 200
# A cell of the crosstable: its class, text and tooltip.
Cell = tuple[str, str, str]


class Whisker(Value):
    """A rating's picture: where its error bar begins and ends, the rating, and Elo 0."""

    low: str
    high: str
    elo: str
    zero: str


class Standing(Value):
    """A player's line in the standings."""

    rank: int
    name: str
    points: str
    games: str
    tally: str
    score: str
    sonneborn: str
    elo: str
    error: str
    whisker: Whisker
    glicko: str
    deviation: str


class CrossRow(Value):
    """A player's line in the crosstable."""

    rank: int
    name: str
    cells: Sequence[Cell]


class Cross(Value):
    """The crosstable; a dense one has colours and no numbers."""

    is_dense: bool
    rows: Sequence[CrossRow]
    steps: int = STEPS


def standings(summary: Summary) -> list[Standing]:
    """Return the players with points and ratings."""
    low = min((rating.low for rating in summary.ratings), default=0.0)
    high = max((rating.high for rating in summary.ratings), default=0.0)
    return [_standing(summary, row, low, high) for row in summary.crosstable.rows]


def cross(summary: Summary) -> Cross | None:
    """Return the table of everybody against everybody, if anybody has met."""
    rows = summary.crosstable.rows
    if len(rows) < 2 or not summary.games:
        return None
    is_dense = len(rows) > MOST_WRITTEN
    found = []
    for row in rows:
        cells = [
            _cell(cell, row, other, is_dense, len(rows) <= MOST_NOTED)
            for cell, other in zip(row.cells, rows, strict=True)
        ]
        found.append(CrossRow(row.rank, row.name, cells))
    return Cross(is_dense, found)


def _standing(summary: Summary, row: Row, low: float, high: float) -> Standing:
    rating, glicko = summary.ratings[row.player], summary.glicko[row.player]
    return Standing(
        rank=row.rank,
        name=row.name,
        points=f"{row.total.points:,.1f}",
        games=f"{row.total.games:,}",
        tally=str(row.total),
        score=f"{100 * row.total.score:.1f} %" if row.total.games else "–",
        sonneborn=f"{row.sonneborn:,.1f}",
        elo=f"{round(rating.elo):+d}".replace("-", "\N{MINUS SIGN}"),
        error=f"{(rating.high - rating.low) / 2:.0f}",
        whisker=_whisker(rating, low, high),
        glicko=f"{glicko.rating:.0f}",
        deviation=f"{2 * glicko.deviation:.0f}",
    )


def _whisker(rating: Rating, low: float, high: float) -> Whisker:
    """Place a rating and its error bar, on the same scale for all players."""

    def place(elo: float) -> str:
        share = (elo - low) / (high - low) if high > low else 0.5
        return f"{6 + share * (WIDE - 12):.1f}"

    return Whisker(place(rating.low), place(rating.high), place(rating.elo), place(0))


def _cell(cell: Tally | None, row: Row, other: Row, is_dense: bool, is_noted: bool) -> Cell:
    if cell is None:
        return "self", "", ""
    if not cell.games:
        return "", "", ""
    note = f"{row.name} – {other.name}: {cell}" if is_noted else ""
    return f"h{round(cell.score * (STEPS - 1))}", "" if is_dense else str(cell), note
