"""The standings and the crosstable of a tournament's page."""

from __future__ import annotations

from collections.abc import Iterator

from outwit.ratings.crosstable import Row
from outwit.ratings.rating import Rating
from outwit.ratings.scores import Tally
from outwit.reports.markup import text
from outwit.reports.style import STEPS
from outwit.reports.summary import Summary

# With more players than this, cells of the crosstable have no numbers; or no tooltips.
MOST_WRITTEN, MOST_NOTED = 24, 80
# The width of a rating's picture, and half its height.
WIDE, MIDDLE = 200, 10


def standings(summary: Summary) -> Iterator[str]:
    """Yield the table of players with points and ratings."""
    yield "<section><h2>Standings</h2>"
    rows = summary.crosstable.rows
    if not rows:
        yield '<p class="soft">Nobody has entered.</p></section>'
        return
    yield '<div class="wide" tabindex="0" role="region" aria-label="Standings">'
    yield '<table class="standings"><thead><tr><th scope="col">#</th>'
    yield '<th scope="col" class="name">player</th>'
    for head in ("points", "games", "W-D-L", "score", "SB", "Elo"):
        yield f'<th scope="col">{head}</th>'
    yield '<td></td><th scope="col">Glicko-2</th></tr></thead><tbody>'
    low = min((rating.low for rating in summary.ratings), default=0.0)
    high = max((rating.high for rating in summary.ratings), default=0.0)
    for row in rows:
        rating, glicko = summary.ratings[row.player], summary.glicko[row.player]
        score = f"{100 * row.total.score:.1f} %" if row.total.games else "–"
        error = (rating.high - rating.low) / 2
        yield (
            f"<tr><td>{row.rank}</td>{_name(row)}<td><b>{row.total.points:,.1f}</b></td>"
            f"<td>{row.total.games:,}</td><td>{row.total}</td><td>{score}</td>"
            f'<td class="soft">{row.sonneborn:,.1f}</td>'
            f'<td><b>{_signed(rating.elo)}</b> <span class="soft">± {error:.0f}</span></td>'
            f"<td>{_whisker(rating, low, high)}</td>"
            f'<td>{glicko.rating:.0f} <span class="soft">± {2 * glicko.deviation:.0f}</span></td>'
            "</tr>"
        )
    yield "</tbody></table></div>"
    yield (
        '<p class="soft small">Ranked by points, then by the games among equals, then by '
        "Sonneborn–Berger (SB). Elo: Bradley–Terry, average 0, with the interval that holds the "
        "true strength in 95 % of cases; where two intervals overlap much, the order may be luck. "
        "Glicko-2: rating ± two deviations after this tournament.</p></section>"
    )


def cross(summary: Summary) -> Iterator[str]:
    """Yield the table of everybody against everybody."""
    rows = summary.crosstable.rows
    if len(rows) < 2 or not summary.games:
        return
    is_dense = len(rows) > MOST_WRITTEN
    yield "<section><h2>Crosstable</h2>"
    yield '<div class="wide" tabindex="0" role="region" aria-label="Crosstable">'
    yield f'<table class="cross{" dense" if is_dense else ""}">'
    if not is_dense:
        heads = "".join(f'<th scope="col">{row.rank}</th>' for row in rows)
        yield f"<thead><tr><td></td><td></td>{heads}</tr></thead>"
    yield "<tbody>"
    for row in rows:
        cells = []
        for cell, other in zip(row.cells, rows, strict=True):
            note = ""
            if cell is not None and cell.games and len(rows) <= MOST_NOTED:
                note = f' title="{text(f"{row.name} – {other.name}: {cell}", 500)}"'
            cells.append(_cell(cell, note, is_dense))
        yield f'<tr><th scope="row">{row.rank}</th>{_name(row)}{"".join(cells)}</tr>'
    yield "</tbody></table></div>"
    steps = "".join(f'<i class="h{step}"></i>' for step in range(STEPS))
    what = "a row's score against a column" + ("" if is_dense else "; wins-draws-losses")
    yield f'<p class="key soft small">0 % <span>{steps}</span> 100 % &nbsp; {what}</p></section>'


def _name(row: Row) -> str:
    name = text(row.name)
    return f'<td class="name" title="{name}"><bdi>{name}</bdi></td>'


def _signed(elo: float) -> str:
    return f"{round(elo):+d}".replace("-", "\N{MINUS SIGN}")


def _whisker(rating: Rating, low: float, high: float) -> str:
    """Draw a rating and its error bar, on the same scale for all players."""

    def place(elo: float) -> str:
        share = (elo - low) / (high - low) if high > low else 0.5
        return f"{6 + share * (WIDE - 12):.1f}"

    left, right, middle = place(rating.low), place(rating.high), place(rating.elo)
    return (
        f'<svg viewBox="0 0 {WIDE} {2 * MIDDLE}" preserveAspectRatio="none" aria-hidden="true">'
        f'<path class="axis" d="M{place(0)} 0V{2 * MIDDLE}"/>'
        f'<path class="whisker" d="M{left} {MIDDLE}H{right}"/>'
        f'<circle class="dot" cx="{middle}" cy="{MIDDLE}" r="4"/></svg>'
    )


def _cell(cell: Tally | None, note: str, is_dense: bool) -> str:
    if cell is None:
        return '<td class="self"></td>'
    if not cell.games:
        return "<td></td>"
    step = round(cell.score * (STEPS - 1))
    return f'<td class="h{step}"{note}>{"" if is_dense else cell}</td>'
