"""A summary for other programs, as JSON or CSV; ``page`` is for people."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from outwit.core.printable import printable
from outwit.ratings.scores import Tally
from outwit.reports.summary import Summary

# The version of the JSON format; raised when a field is removed or changes its meaning.
VERSION = 1
# A spreadsheet takes a cell that starts with one of these for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")
COLUMNS = (
    *("rank", "name", "games", "wins", "draws", "losses", "points", "sonneborn_berger"),
    *("elo", "elo_low", "elo_high", "glicko", "glicko_deviation", "glicko_volatility", "forfeits"),
)


def as_json(summary: Summary) -> str:
    """Return the summary as a JSON object in ASCII, players in the order of the table."""
    players = []
    for row in summary.crosstable.rows:
        rating, glicko = summary.ratings[row.player], summary.glicko[row.player]
        players.append(
            {
                "rank": row.rank,
                "number": row.player,
                "name": row.name,
                **_tally(row.total),
                "direct_encounter": row.direct,
                "sonneborn_berger": row.sonneborn,
                "elo": [round(value, 2) + 0.0 for value in (rating.elo, rating.low, rating.high)],
                "glicko": {
                    "rating": round(glicko.rating, 2),
                    "deviation": round(glicko.deviation, 2),
                    "volatility": round(glicko.volatility, 6),
                },
                "against": [
                    [cell.wins, cell.draws, cell.losses] if cell is not None else None
                    for cell in row.cells
                ],
                "forfeits": [
                    {"kind": fault.kind, "count": fault.count, "evidence": fault.evidence}
                    for fault in summary.forfeits
                    if fault.player == row.player
                ],
            }
        )
    everything = {
        "version": VERSION,
        "tournament": summary.name,
        "game": summary.game,
        "games": summary.games,
        "first_side": _tally(summary.first_side),
        "average_plies": round(summary.plies, 2),
        "terminations": dict(summary.terminations),
        "settings": dict(summary.settings),
        "players": players,
    }
    return json.dumps(everything, indent=1, allow_nan=False, default=str) + "\n"


def as_csv(summary: Summary) -> str:
    """Return the table, a line per player; names are no formulas to a spreadsheet."""
    text = io.StringIO()
    write = csv.writer(text, lineterminator="\n").writerow
    write(COLUMNS)
    for row in summary.crosstable.rows:
        rating, glicko, total = summary.ratings[row.player], summary.glicko[row.player], row.total
        faults = sum(fault.count for fault in summary.forfeits if fault.player == row.player)
        name = printable(row.name)
        write(
            (
                *(row.rank, f"'{name}" if name.startswith(FORMULA) else name),
                *(total.games, total.wins, total.draws, total.losses, total.points, row.sonneborn),
                *(f"{value:z.2f}" for value in (rating.elo, rating.low, rating.high)),
                *(f"{glicko.rating:.2f}", f"{glicko.deviation:.2f}", f"{glicko.volatility:.6f}"),
                faults,
            )
        )
    return text.getvalue()


def _tally(tally: Tally) -> dict[str, Any]:
    return {
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "points": tally.points,
    }
