"""What came of a match or a tournament: to print, to see, to save, and to go through."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cached_property
from pathlib import PurePath

from outwit.arena.store import Store
from outwit.contests.plot import draw_standings
from outwit.contests.standing import Standing
from outwit.core.argument import path_of
from outwit.core.counting import counted
from outwit.core.excerpt import excerpt
from outwit.core.printable import printable
from outwit.drawing.picture import FORMS, picture_file
from outwit.errors import BadFile, UsageError
from outwit.files import write_bytes
from outwit.ratings.pentanomial import Estimate, Pentanomial
from outwit.ratings.scores import Tally
from outwit.records.games import FORMS_OF_GAMES, unwritable, write_games
from outwit.records.reader import read_records
from outwit.records.record import GameRecord
from outwit.reports.export import as_csv, as_json
from outwit.reports.page import as_html
from outwit.reports.summary import Forfeit, Summary, pairs_of, summary_of

# Forms of the tables that can be saved, by the ending of the file's name.
TABLES = {".csv": as_csv, ".json": as_json, ".html": as_html}
LONGEST_FAULT = 160


class Results:
    """The results of a match or a tournament. Print them for a table; a notebook draws them.

    ``outwit.match`` and ``outwit.tournament`` make them. Iterate over them for the games, in the
    order in which they were played; ``len`` is their number.

    Args:
        summary: The numbers of the contest.
        texts: The records of the games, as text.
        pairs: The pairs of games of a match between two players, None for more players.

    >>> import outwit
    >>> results = outwit.match("random", 1, game="ataxx", games=4, nodes=50)
    >>> len(results), results.players, results.seed
    (4, ('random', 'level 1'), 0)
    >>> [standing.rank for standing in results.standings]
    [1, 2]
    >>> results.wins + results.draws + results.losses == len(results.games) == 4
    True
    >>> results.elo.low < results.elo.high, results.forfeits
    (True, ())
    >>> results.svg()[:4]
    '<svg'
    """

    def __init__(
        self, summary: Summary, texts: tuple[str, ...], pairs: Pentanomial | None = None
    ) -> None:
        self._summary = summary
        self._texts = texts
        self._pairs = pairs

    @property
    def players(self) -> tuple[str, ...]:
        """Return the names of the players, in the order in which they were given."""
        rows = sorted(self._summary.crosstable.rows, key=lambda row: row.player)
        return tuple(row.name for row in rows)

    @property
    def seed(self) -> int:
        """Return the seed of openings and players."""
        return int(self._summary.settings["seed"])

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Return the players, the best first, with their points and ratings."""
        found = []
        for row in self._summary.crosstable.rows:
            rating = self._summary.ratings[row.player]
            tally = row.total
            numbers = (tally.points, tally.games, tally.wins, tally.draws, tally.losses)
            found.append(
                Standing(row.rank, row.name, *numbers, rating.elo, rating.low, rating.high)
            )
        return tuple(found)

    @cached_property
    def games(self) -> tuple[GameRecord, ...]:
        """Return the games, in the order in which they were played."""
        return tuple(next(read_records(text.splitlines())) for text in self._texts)

    @property
    def wins(self) -> int:
        """Return how many games the first player won."""
        return self._tally.wins

    @property
    def draws(self) -> int:
        """Return how many games the first player drew."""
        return self._tally.draws

    @property
    def losses(self) -> int:
        """Return how many games the first player lost."""
        return self._tally.losses

    @property
    def elo(self) -> Estimate:
        """Return how much stronger the first player of a match is: ``value``, ``low``, ``high``.

        The interval has 95 %. It takes both games of an opening together.

        Raises:
            UsageError: There are more than two players: ``standings`` has their ratings.
        """
        if self._pairs is None:
            raise UsageError("elo: this is no match of two players; standings has the ratings")
        return self._pairs.elo

    @property
    def forfeits(self) -> tuple[str, ...]:
        """Return a line for each player and kind of fault: how many games it cost, and why."""
        return tuple(map(self._forfeit, self._summary.forfeits))

    def svg(self, *, theme: str = "light") -> str:
        """Return a picture of the standings as SVG: wins, draws, losses and ratings.

        Args:
            theme: ``light``, ``dark``, or ``auto`` for that of the reader's system.

        Raises:
            UsageError: There is no such theme.
        """
        return draw_standings(self.standings, theme)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the results to a file, in the form that the ending of its name says.

        Args:
            path: ``.svg`` or ``.png`` for the picture, ``.csv``, ``.json`` or ``.html`` for the
                tables, ``.txt`` or ``.jsonl`` for the games.

        Raises:
            UsageError: The ending of the name is unknown, or its library is missing.
            BadFile: The file cannot be written.

        >>> import os, tempfile, outwit
        >>> results = outwit.match("random", "careful", game="ataxx", games=2)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     for name in ("cup.svg", "cup.csv", "cup.txt"):
        ...         results.save(f"{folder}/{name}")
        ...     sorted(os.listdir(folder))
        ['cup.csv', 'cup.svg', 'cup.txt']
        """
        path = path_of("path", path)
        ending = PurePath(path).suffix.lower()
        if ending in FORMS_OF_GAMES and ending not in TABLES:
            write_games(path, self.games)
            return
        if ending in FORMS:
            data = picture_file(self.svg(), ending)
        elif ending in TABLES:
            data = TABLES[ending](self._summary).encode()
        else:
            known = ", ".join((*FORMS, *TABLES, ".txt", ".jsonl"))
            raise UsageError(f"{excerpt(path)}: the name must end in one of {known}")
        try:
            write_bytes(path, data)
        except OSError as error:
            raise BadFile(unwritable(path, error)) from None

    @property
    def _tally(self) -> Tally:
        return self._summary.crosstable.row_of(0).total

    def _forfeit(self, forfeit: Forfeit) -> str:
        name = printable(self.players[forfeit.player], 40)
        why = forfeit.evidence.partition("\n")[0].removeprefix("Fault: ")
        shown = printable(why, LONGEST_FAULT)
        return f"{name} forfeited {counted(forfeit.count, 'game')} by {forfeit.kind}: {shown}"

    def _repr_svg_(self) -> str:
        return self.svg(theme="auto")

    def __len__(self) -> int:
        return len(self._texts)

    def __iter__(self) -> Iterator[GameRecord]:
        return iter(self.games)

    def __str__(self) -> str:
        lines = [str(self._summary.crosstable)]
        if self._pairs is not None:
            tally = f"{self.wins} won, {self.draws} drawn, {self.losses} lost"
            lines.append(f"{printable(self.players[0], 40)}: {tally}; Elo {self.elo}")
        return "\n".join((*lines, *self.forfeits))

    def __repr__(self) -> str:
        games = counted(len(self), "game")
        if self._pairs is None:
            return (
                f"<Results: {len(self.players)} players, {games}, first {self.standings[0].name}>"
            )
        one, other = self.players
        return f"<Results: {one} {self.wins}-{self.draws}-{self.losses} {other}, {games}>"


def results_of(store: Store) -> Results:
    """Return the results in a contest's file."""
    is_match = len(store.manifest.bots) == 2
    texts = tuple(finished.record for finished in store.finished())
    return Results(summary_of(store), texts, pairs_of(store) if is_match else None)
