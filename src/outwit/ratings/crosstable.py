"""Crosstables: players ranked, with their results against each other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from outwit.core.argument import listed, of_type
from outwit.core.printable import fit, printable, width
from outwit.core.value import Value
from outwit.ratings.scores import Scores, Tally

WIDEST_NAME = 24
# With more opponents than this, a text has one column for all of them.
MOST_COLUMNS = 16


class Row(Value):
    """The row of a player: rank, number, all games, tie-breaks, and games against each row."""

    rank: int
    player: int
    name: str
    total: Tally
    direct: float
    sonneborn: float
    cells: tuple[Tally | None, ...]


class Crosstable(Value):
    """All rows, ranked by points, direct encounter, Sonneborn–Berger and name.

    The direct encounter is the points among players of equal points. Sonneborn–Berger is the sum
    of all opponents' points, each times the points scored against that opponent. The cell of a
    player against itself is None.
    """

    rows: tuple[Row, ...] = ()

    def row_of(self, player: int) -> Row:
        """Return the row of a player by its number."""
        return next(row for row in self.rows if row.player == player)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> list[str]:
        """Return the table as text, one line per player below a line of headings."""
        names = min(WIDEST_NAME, max((width(printable(row.name)) for row in self.rows), default=4))
        names = max(names, len("name"))
        points = max((len(f"{row.total.points:.1f}") for row in self.rows), default=0)
        points = max(points, len("points"))
        games = max(len("games"), *(len(str(row.total.games)) for row in self.rows), 0)
        berger = max(len("SB"), *(len(f"{row.sonneborn:.1f}") for row in self.rows), 0)
        ranks = len(str(len(self.rows)))
        is_wide = len(self.rows) > MOST_COLUMNS
        columns = [] if is_wide else [_column(self.rows, i) for i in range(len(self.rows))]
        headings = [str(row.rank) for row in self.rows] if columns else ["W-D-L"]
        if is_wide or not columns:
            columns = [[str(row.total) for row in self.rows]]
        widths = [
            max(len(heading), *map(len, column), 0)
            for heading, column in zip(headings, columns, strict=True)
        ]
        start = f"{'#':>{ranks}}  {fit('name', names)}  {'points':>{points}}  {'games':>{games}}"
        heads = (f"{text:^{wide}}" for text, wide in zip(headings, widths, strict=True))
        found = ["  ".join((f"{start}  {'SB':>{berger}}", *heads)).rstrip()]
        for i, row in enumerate(self.rows):
            start = (
                f"{row.rank:>{ranks}}  {fit(row.name, names)}  {row.total.points:>{points}.1f}  "
                f"{row.total.games:>{games}}  {row.sonneborn:>{berger}.1f}"
            )
            cells = (f"{column[i]:^{wide}}" for column, wide in zip(columns, widths, strict=True))
            found.append("  ".join((start, *cells)).rstrip())
        return found


def crosstable(names: Sequence[str], scores: Scores) -> Crosstable:
    """Return the players ranked, with their results against each other; ``str`` of it is a table.

    Args:
        names: The players' names by number; missing names are ``player N``.
        scores: The results.

    >>> scores = Scores(2)
    >>> scores.add(0, 1, 0)
    >>> print(crosstable(["Ada", "Bo"], scores))
    #  name  points  games   SB    1      2
    1  Bo       1.0      1  0.0    ·    1-0-0
    2  Ada      0.0      1  0.0  0-0-1    ·
    """
    of_type("scores", scores, Scores, "Scores")
    names = [of_type("names", name, str, "a text") for name in listed("names", names, "texts")]
    size = max(len(names), scores.players)
    called = [names[i] if i < len(names) else f"player {i}" for i in range(size)]
    totals = [scores.of(i) if i < scores.players else Tally() for i in range(size)]
    berger = [0.0] * size
    met: list[dict[int, Tally]] = [{} for _ in range(size)]
    for low, high, tally in scores.meetings():
        met[low][high], met[high][low] = tally, tally.reversed()
        berger[low] += tally.points * totals[high].points
        berger[high] += met[high][low].points * totals[low].points
    direct = [0.0] * size
    by_points = sorted(range(size), key=lambda i: -totals[i].points)
    for _, level in groupby(by_points, key=lambda i: totals[i].points):
        equals = set(level)
        for i in equals:
            direct[i] = sum(met[i][j].points for j in equals & met[i].keys())
    order = sorted(
        range(size), key=lambda i: (-totals[i].points, -direct[i], -berger[i], called[i], i)
    )
    nothing = Tally()
    return Crosstable(
        tuple(
            Row(
                rank,
                i,
                called[i],
                totals[i],
                direct[i],
                berger[i],
                tuple(None if j == i else met[i].get(j, nothing) for j in order),
            )
            for rank, i in enumerate(order, 1)
        )
    )


def _column(rows: Sequence[Row], index: int) -> list[str]:
    cells = (row.cells[index] for row in rows)
    return ["·" if cell is None else str(cell) if cell.games else "" for cell in cells]
