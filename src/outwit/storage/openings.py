"""The opening explorer: which moves were played in a position, how often, with which results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Integer, cast, false, func, select, true, update
from sqlalchemy.dialects import postgresql, sqlite

from outwit.core.value import Value
from outwit.records.record import DRAWN, FIRST_WON, SECOND_WON
from outwit.storage.database import Database
from outwit.storage.gamerows import game_line
from outwit.storage.openingtables import Openings
from outwit.storage.stored import PUBLIC, GameLine
from outwit.storage.tables import UNEXPLORED, Games, Moves, RatingHistory

# Plies of a game that are counted: a game adds at most as many rows.
MOST_PLIES = 16
# Width of a rating band.
BAND = 200
# Most moves and sample games of a position that are returned.
MOST_MOVES, MOST_SAMPLES = 200, 5
COUNTS = ("first_won", "drawn", "second_won")
FIELDS = dict(zip((FIRST_WON, DRAWN, SECOND_WON), COUNTS, strict=True))
# Candidates for sample games: several rows may have the same game.
SAMPLED = 40


class UncountedGame(Value):
    """A finished public game with its first moves, and the mean rating of its players."""

    line: GameLine
    moves: tuple[str, ...]
    rating: float | None


class CountedGame(Value):
    """A game as it is counted: its time class, and its moves with the nodes of their positions."""

    game: UncountedGame
    pace: str
    steps: tuple[tuple[int, str], ...]


class OpeningMove(Value):
    """A move played in a position, with the number of games by result.

    ``rating`` is the mean rating of the players of rated games, None without one.
    """

    move: str
    first_won: int
    drawn: int
    second_won: int
    rating: float | None

    @property
    def games(self) -> int:
        """Return the number of games."""
        return self.first_won + self.drawn + self.second_won


class OpeningStore:
    """The counted openings of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._insert = sqlite.insert if database.is_sqlite else postgresql.insert

    def uncounted(self, size: int) -> tuple[UncountedGame, ...]:
        """Return finished public games that have not been counted, the oldest first."""
        found = select(Games.__table__).where(UNEXPLORED).order_by(Games.ended).limit(size)
        with self.database.reading() as connection:
            lines = [game_line(row) for row in connection.execute(found)]
            keys = [line.id for line in lines]
            moves: dict[str, list[str]] = {key: [] for key in keys}
            first = select(Moves.game_id, Moves.move).where(
                Moves.game_id.in_(keys), Moves.ply < MOST_PLIES
            )
            for key, move in connection.execute(first.order_by(Moves.game_id, Moves.ply)):
                moves[key].append(move)
            means = (
                select(RatingHistory.game_id, func.avg(RatingHistory.rating))
                .where(RatingHistory.game_id.in_(keys))
                .group_by(RatingHistory.game_id)
            )
            ratings = {key: float(mean) for key, mean in connection.execute(means)}
        return tuple(
            UncountedGame(line, tuple(moves[line.id]), ratings.get(line.id)) for line in lines
        )

    def add(self, games: Sequence[CountedGame]) -> int:
        """Count games, each once, whoever else counts it; return how many are new.

        A game without a result, or without steps, is marked and adds nothing.
        """
        added = 0
        with self.database.session() as connection:
            rows: dict[tuple[int, str, str, int], dict[str, Any]] = {}
            for each in games:
                own = (Games.id == each.game.line.id) & (Games.explored == false())
                mark = update(Games).where(own).values(explored=true())
                if not connection.execute(mark).rowcount:
                    continue
                added += 1
                _add_rows(rows, each)
            if rows:
                new = self._insert(Openings)
                given, kept = new.excluded, Openings.__table__.c
                summed = {name: kept[name] + given[name] for name in (*COUNTS, "rating", "rated")}
                # In order, so that two processes cannot deadlock.
                connection.execute(
                    new.on_conflict_do_update(
                        index_elements=["node", "move", "pace", "band"],
                        set_={**summed, "sample": given.sample},
                    ),
                    [rows[key] for key in sorted(rows)],
                )
        return added

    def moves(self, node: int, pace: str = "", least: int = 0) -> tuple[OpeningMove, ...]:
        """Return the moves played in a position, the most frequent first.

        ``pace`` is a time class, empty for all. ``least`` is the lowest rating band that counts; 0
        includes unrated games.
        """
        total = func.sum(Openings.first_won + Openings.drawn + Openings.second_won)
        sums = [func.sum(getattr(Openings, name)) for name in (*COUNTS, "rating", "rated")]
        found = (
            select(Openings.move, *sums)
            .where(_chosen(node, pace, least))
            .group_by(Openings.move)
            .order_by(total.desc(), Openings.move)
            .limit(MOST_MOVES)
        )
        with self.database.reading() as connection:
            rows = connection.execute(found).all()
        return tuple(
            OpeningMove(
                move, int(first), int(drawn), int(second), rating / rated if rated else None
            )
            for move, first, drawn, second, rating, rated in rows
        )

    def samples(self, node: int, pace: str = "", least: int = 0) -> tuple[GameLine, ...]:
        """Return games in which a position occurred, of the strongest players first."""
        kept = (
            select(Openings.sample)
            .where(_chosen(node, pace, least))
            .order_by(Openings.band.desc(), Openings.move, Openings.pace)
            .limit(SAMPLED)
        )
        with self.database.reading() as connection:
            keys = list(dict.fromkeys(connection.scalars(kept)))[:MOST_SAMPLES]
            games = select(Games.__table__).where(Games.id.in_(keys), Games.visibility == PUBLIC)
            lines = {row.id: game_line(row) for row in connection.execute(games)}
        return tuple(lines[key] for key in keys if key in lines)

    def waiting(self) -> int:
        """Return how many finished public games have not been counted."""
        with self.database.reading() as connection:
            found = select(cast(func.count(), Integer)).select_from(Games).where(UNEXPLORED)
            return connection.execute(found).scalar_one()


def _add_rows(rows: dict[tuple[int, str, str, int], dict[str, Any]], counted: CountedGame) -> None:
    """Add what a game counts to rows by their key."""
    field = FIELDS.get(counted.game.line.result)
    if field is None:
        return
    rating = counted.game.rating
    band = 0 if rating is None else max(BAND, int(rating // BAND * BAND))
    # A game that comes back to a position counts once there.
    for node, move in dict.fromkeys(counted.steps):
        key = node, move, counted.pace, band
        zero = dict.fromkeys((*COUNTS, "rated"), 0) | {"rating": 0.0}
        names = ("node", "move", "pace", "band")
        row = rows.setdefault(key, {**dict(zip(names, key, strict=True)), **zero})
        row[field] += 1
        row["rating"] += rating or 0.0
        row["rated"] += rating is not None
        row["sample"] = counted.game.line.id


def _chosen(node: int, pace: str, least: int) -> ColumnElement[bool]:
    chosen = (Openings.node == node) & (Openings.band >= least)
    return chosen & (Openings.pace == pace) if pace else chosen
