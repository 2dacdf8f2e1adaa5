"""A summary as a page: one HTML file without scripts or links to other files.

Names, evidence and settings may be hostile; every text goes through ``_text``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape

from outwit.core.printable import printable
from outwit.ratings.rating import Rating
from outwit.ratings.scores import Tally
from outwit.reports.crosstable import Row
from outwit.reports.style import STEPS, STYLE
from outwit.reports.summary import Summary

# With more players than this, cells of the crosstable have no numbers; or no tooltips.
MOST_WRITTEN, MOST_NOTED = 24, 80
LONGEST_EVIDENCE = 4000
# A second guard: nothing on the page may run.
POLICY = (
    '<meta http-equiv="Content-Security-Policy" '
    "content=\"default-src 'none'; style-src 'unsafe-inline'\">"
)
# The width of a rating's picture, and half its height.
WIDE, MIDDLE = 200, 10


def as_html(summary: Summary) -> str:
    """Return the page as HTML."""
    title = _text(summary.name) or "Tournament"
    parts = (
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width,initial-scale=1">',
        POLICY,
        f"<title>{title}</title><style>{STYLE}</style></head><body><main>",
        f'<h1>{title}</h1><p class="soft">{_text(summary.game)}</p>',
        *_facts(summary),
        *_standings(summary),
        *_cross(summary),
        *_faults(summary),
        '<div class="pair">',
        *_terminations(summary),
        *_settings(summary),
        "</div></main></body></html>\n",
    )
    return "\n".join(parts)


def _text(text: object, most: int = 200, lines: bool = False) -> str:
    """Return any text, made printable and escaped for HTML."""
    return escape(printable(str(text), most, lines), quote=True)


def _facts(summary: Summary) -> Iterator[str]:
    first = summary.first_side
    facts = [("players", f"{len(summary.crosstable.rows):,}"), ("games", f"{summary.games:,}")]
    if summary.games:
        facts.append(("plies on average", f"{summary.plies:.1f}"))
        facts.append(("scored by the first side", f"{100 * first.score:.1f} %"))
        facts.append(("drawn", f"{100 * first.draws / max(first.games, 1):.1f} %"))
    forfeits = sum(fault.count for fault in summary.forfeits)
    facts.append(("forfeited", f"{forfeits:,}"))
    yield '<dl class="facts">'
    for name, value in facts:
        yield f"<div><dt>{name}</dt><dd>{value}</dd></div>"
    yield "</dl>"


def _standings(summary: Summary) -> Iterator[str]:
    yield "<section><h2>Standings</h2>"
    rows = summary.crosstable.rows
    if not rows:
        yield '<p class="soft">Nobody has entered.</p></section>'
        return
    yield '<div class="wide"><table class="standings"><thead><tr><th>#</th>'
    yield '<th class="name">player</th><th>points</th><th>games</th><th>W-D-L</th><th>score</th>'
    yield "<th>SB</th><th>Elo</th><th></th><th>Glicko-2</th></tr></thead><tbody>"
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


def _name(row: Row) -> str:
    name = _text(row.name)
    return f'<td class="name" title="{name}"><bdi>{name}</bdi></td>'


def _signed(elo: float) -> str:
    return f"{elo:+.0f}".replace("-", "\N{MINUS SIGN}")


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


def _cross(summary: Summary) -> Iterator[str]:
    rows = summary.crosstable.rows
    if len(rows) < 2 or not summary.games:
        return
    is_dense = len(rows) > MOST_WRITTEN
    yield "<section><h2>Crosstable</h2>"
    yield f'<div class="wide"><table class="cross{" dense" if is_dense else ""}">'
    if not is_dense:
        heads = "".join(f"<th>{row.rank}</th>" for row in rows)
        yield f"<thead><tr><th></th><th></th>{heads}</tr></thead>"
    yield "<tbody>"
    for row in rows:
        cells = []
        for cell, other in zip(row.cells, rows, strict=True):
            note = ""
            if cell is not None and cell.games and len(rows) <= MOST_NOTED:
                note = f' title="{_text(f"{row.name} – {other.name}: {cell}", 500)}"'
            cells.append(_cell(cell, note, is_dense))
        yield f"<tr><th>{row.rank}</th>{_name(row)}{''.join(cells)}</tr>"
    yield "</tbody></table></div>"
    steps = "".join(f'<i class="h{step}"></i>' for step in range(STEPS))
    what = "a row's score against a column" + ("" if is_dense else "; wins-draws-losses")
    yield f'<p class="key soft small">0 % <span>{steps}</span> 100 % &nbsp; {what}</p></section>'


def _cell(cell: Tally | None, note: str, is_dense: bool) -> str:
    if cell is None:
        return '<td class="self"></td>'
    if not cell.games:
        return "<td></td>"
    step = round(cell.score * (STEPS - 1))
    return f'<td class="h{step}"{note}>{"" if is_dense else cell}</td>'


def _faults(summary: Summary) -> Iterator[str]:
    if not summary.forfeits:
        return
    names = {row.player: row.name for row in summary.crosstable.rows}
    yield "<section><h2>Forfeits</h2>"
    for fault in summary.forfeits:
        name = _text(names.get(fault.player, f"player {fault.player}"))
        yield (
            f'<div class="fault"><b><bdi>{name}</bdi></b><span class="tag">{_text(fault.kind)}'
            f'</span><span class="soft">{fault.count:,} {_games(fault.count)}</span>'
        )
        if fault.evidence:
            yield f"<pre>{_text(fault.evidence, LONGEST_EVIDENCE, lines=True)}</pre>"
        yield "</div>"
    yield "</section>"


def _games(count: int) -> str:
    return "game" if count == 1 else "games"


def _terminations(summary: Summary) -> Iterator[str]:
    if not summary.terminations:
        return
    yield '<section><h2>How games ended</h2><table class="bars">'
    most = max(summary.terminations.values())
    for name, count in sorted(summary.terminations.items(), key=lambda item: (-item[1], item[0])):
        share = 100 * count / most if most else 0
        yield (
            f'<tr><td class="name">{_text(name)}</td><td>{count:,}</td>'
            f'<td class="bar"><i style="width:{share:.1f}%"></i></td></tr>'
        )
    yield "</table></section>"


def _settings(summary: Summary) -> Iterator[str]:
    if not summary.settings:
        return
    yield '<section><h2>Settings</h2><table class="settings">'
    for name, value in summary.settings.items():
        shown = value if isinstance(value, str) else json.dumps(value, default=str, indent=1)
        text = _text(shown, LONGEST_EVIDENCE, lines=True)
        yield f"<tr><td>{_text(name)}</td><td>{text}</td></tr>"
    yield "</table></section>"
