"""A crosstable in colour for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from outwit.core.printable import printable
from outwit.ratings.crosstable import Crosstable
from outwit.ratings.rating import Rating, Ratings
from outwit.ratings.scores import Tally

if TYPE_CHECKING:
    from rich.table import Table

WIDEST_NAME = 24
# Rows shown at most.
MOST_ROWS = 40
MOST_COLUMNS = 10


def table_view(
    crosstable: Crosstable, ratings: Ratings | Sequence[Rating] | None = None, title: str = ""
) -> Table:
    """Return a Rich table; ratings are by player. Markup in names is not interpreted."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    heading = Text(printable(title)) if title else None
    table = Table(title=heading, box=SIMPLE_HEAD, pad_edge=False, header_style="bold")
    table.add_column("#", justify="right", style="dim")
    table.add_column("name", no_wrap=True, max_width=WIDEST_NAME)
    for name in ("points", "games", "SB", *(("Elo", "±") if ratings is not None else ())):
        table.add_column(name, justify="right", no_wrap=True)
    rows = crosstable.rows[:MOST_ROWS]
    has_cells = len(crosstable.rows) <= MOST_COLUMNS
    for row in crosstable.rows if has_cells else ():
        table.add_column(str(row.rank), justify="center", no_wrap=True)
    if not has_cells:
        table.add_column("W-D-L", justify="center", no_wrap=True)
    for row in rows:
        texts = [
            Text(str(row.rank)),
            Text(printable(row.name, WIDEST_NAME)),
            Text(f"{row.total.points:.1f}", style="bold"),
            Text(str(row.total.games)),
            Text(f"{row.sonneborn:.1f}", style="dim"),
        ]
        if ratings is not None:
            rating = ratings[row.player]
            texts.append(Text(f"{rating.elo:+z.0f}"))
            texts.append(Text(f"{(rating.high - rating.low) / 2:.0f}", style="dim"))
        if has_cells:
            texts += [Text(_shown(cell), style=_style(cell)) for cell in row.cells]
        else:
            texts.append(Text(str(row.total)))
        table.add_row(*texts)
    left = len(crosstable.rows) - len(rows)
    if left:
        table.caption = f"and {left} more"
    return table


def _shown(cell: Tally | None) -> str:
    return "·" if cell is None else str(cell) if cell.games else ""


def _style(cell: Tally | None) -> str:
    if cell is None or not cell.games:
        return "dim"
    return "green" if cell.score > 0.5 else "red" if cell.score < 0.5 else ""
