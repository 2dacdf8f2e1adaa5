"""Puzzles, tries, and the ratings and streaks that follow from them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, Row, Select, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from outwit.core.puzzle import Puzzle
from outwit.core.value import Value
from outwit.errors import NotFound
from outwit.ratings.glicko import Glicko, GlickoGames, after_period
from outwit.storage.database import Database
from outwit.storage.ids import LETTERS, is_id
from outwit.storage.ratings import Rating, get_rating, rate_against
from outwit.storage.tables import ID_LENGTH, Accounts, Puzzles, PuzzleTries, Streaks, now

# The time class of puzzle ratings.
PUZZLES = "puzzles"
# Rating deviation of a new puzzle, whose rating is an estimate.
ESTIMATED = 150.0
# Puzzles nearest in rating from which the next one is drawn.
NEAREST = 12
# Rating at which an account without a puzzle rating begins: easy puzzles.
NOVICE = 1250.0


class StoredPuzzle(Value):
    """A puzzle with its id and its current rating."""

    id: str
    game: str
    puzzle: Puzzle
    glicko: Glicko
    tries: int


class Standing(Value):
    """An account's rating, tries and streaks in the puzzles of a game."""

    rating: Rating
    streak: int = 0
    best: int = 0
    tried: int = 0
    solved: int = 0


class Tried(Value):
    """The changes by a try: none unless it was the first of this puzzle."""

    is_first: bool
    change: float
    standing: Standing


class PuzzleStore:
    """The puzzles of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add(self, game: str, puzzles: Iterable[Puzzle]) -> int:
        """Add the missing puzzles and return how many; several processes may call this at once.

        The id of a puzzle comes from its position, so it is the same in every database.
        """
        by_id = {puzzle_id(game, puzzle): puzzle for puzzle in puzzles}
        with self.database.reading() as connection:
            known = set(connection.scalars(select(Puzzles.id).where(Puzzles.game == game)))
        new = [_row(key, game, puzzle) for key, puzzle in by_id.items() if key not in known]
        if not new:
            return 0
        with self.database.session() as connection:
            dialect = sqlite if self.database.is_sqlite else postgresql
            connection.execute(dialect.insert(Puzzles).on_conflict_do_nothing(), new)
        return len(new)

    def get(self, key: str) -> StoredPuzzle:
        """Return a puzzle by its id; raise NotFound."""
        with self.database.reading() as connection:
            return _get(connection, key)

    def games(self) -> dict[str, int]:
        """Return the number of puzzles of each game that has any."""
        count = select(Puzzles.game, func.count()).group_by(Puzzles.game)
        with self.database.reading() as connection:
            return {row[0]: row[1] for row in connection.execute(count)}

    def propose(self, game: str, account: int | None) -> tuple[str, ...]:
        """Return the ids of untried puzzles near an account's rating.

        After it has tried all puzzles, any may be proposed. Raise NotFound if the game has none.
        """
        with self.database.reading() as connection:
            rating = None if account is None else get_rating(connection, account, game, PUZZLES)
            wanted = rating.glicko.rating if rating is not None and rating.games else NOVICE
            tried = select(PuzzleTries.puzzle).where(PuzzleTries.account == account)
            near = (
                select(Puzzles.id)
                .where(Puzzles.game == game)
                .order_by(func.abs(Puzzles.rating - wanted), Puzzles.id)
                .limit(NEAREST)
            )
            found = connection.scalars(near.where(Puzzles.id.not_in(tried))).all()
            found = found or connection.scalars(near).all()
        if not found:
            raise NotFound(f"there are no puzzles of {game} yet")
        return tuple(found)

    def of_day(self, day: date) -> StoredPuzzle | None:
        """Return the puzzle of a day, the same for everybody; the games take turns."""
        with self.database.reading() as connection:
            games = connection.scalars(select(Puzzles.game).distinct().order_by(Puzzles.game)).all()
            if not games:
                return None
            game = games[day.toordinal() % len(games)]
            keys = connection.scalars(
                select(Puzzles.id).where(Puzzles.game == game).order_by(Puzzles.id)
            ).all()
            drawn = int.from_bytes(sha256(day.isoformat().encode()).digest()[:8])
            return _get(connection, keys[drawn % len(keys)])

    def result(self, account: int | None, key: str) -> bool | None:
        """Tell whether an account solved a puzzle at its first try; None if it has not tried."""
        if account is None:
            return None
        with self.database.reading() as connection:
            return connection.scalar(_own_try(account, key))

    def standing(self, account: int, game: str) -> Standing:
        """Return an account's standing in the puzzles of a game."""
        with self.database.reading() as connection:
            return _standing(connection, account, game)

    def note(self, account: int, key: str, solved: bool, rated: bool = True) -> Tried:
        """Store a try; only an account's first try of a puzzle counts for rating and streak.

        Without ``rated``, as after a hint, the puzzle only counts as tried. Raise NotFound if
        there is no such puzzle.
        """
        with self.database.session() as connection:
            # Two answers at once queue on the account: a first try has no row to lock.
            own = select(Accounts.id).where(Accounts.id == account)
            connection.execute(own.with_for_update(key_share=True)).all()
            stored = _get(connection, key, lock=True)
            is_first = connection.scalar(_own_try(account, key)) is None
            change = 0.0
            if is_first:
                values = {"account": account, "puzzle": key, "solved": solved, "at": now()}
                connection.execute(insert(PuzzleTries).values(values))
                if rated:
                    change = _rate(connection, account, stored, solved)
                    _count_streak(connection, account, stored.game, solved)
            return Tried(is_first, change, _standing(connection, account, stored.game))


def puzzle_id(game: str, puzzle: Puzzle) -> str:
    """Return the id of a puzzle."""
    named = f"{game}\n{sorted(puzzle.options.items())}\n{puzzle.position}"
    number = int.from_bytes(sha256(named.encode()).digest()[:16])
    letters = ""
    for _ in range(ID_LENGTH):
        number, digit = divmod(number, len(LETTERS))
        letters += LETTERS[digit]
    return letters


def _row(key: str, game: str, puzzle: Puzzle) -> dict[str, object]:
    glicko = Glicko(float(puzzle.rating), ESTIMATED)
    return {
        "id": key,
        "game": game,
        "options": puzzle.options,
        "position": puzzle.position,
        "moves": list(puzzle.moves),
        "theme": puzzle.theme,
        **{name: getattr(glicko, name) for name in Glicko.fields},
        "tries": 0,
        "created": now(),
    }


def _get(connection: Connection, key: str, lock: bool = False) -> StoredPuzzle:
    if is_id(key):
        found = select(Puzzles.__table__).where(Puzzles.id == key)
        row = connection.execute(found.with_for_update() if lock else found).one_or_none()
        if row is not None:
            return _stored(row)
    raise NotFound(f"there is no puzzle {key[:40]!r}")


def _stored(row: Row[Any]) -> StoredPuzzle:
    moves = tuple(move if isinstance(move, str) else tuple(move) for move in row.moves)
    puzzle = Puzzle(row.position, row.options, moves, row.theme, round(row.rating))
    glicko = Glicko(row.rating, row.deviation, row.volatility)
    return StoredPuzzle(row.id, row.game, puzzle, glicko, row.tries)


def _own_try(account: int, key: str) -> Select[bool]:
    return select(PuzzleTries.solved).where(
        PuzzleTries.account == account, PuzzleTries.puzzle == key
    )


def _rate(connection: Connection, account: int, stored: StoredPuzzle, solved: bool) -> float:
    """Rate a try as a game of an account against a puzzle; return the account's change."""
    points = float(solved)
    change = rate_against(connection, account, stored.game, PUZZLES, stored.glicko, points)
    after = after_period(stored.glicko, [GlickoGames(change.before.glicko, 1 - points)])
    values = {name: getattr(after, name) for name in Glicko.fields} | {"tries": stored.tries + 1}
    connection.execute(update(Puzzles).where(Puzzles.id == stored.id).values(values))
    return change.after.glicko.rating - change.before.glicko.rating


def _count_streak(connection: Connection, account: int, game: str, solved: bool) -> None:
    own = (Streaks.account == account) & (Streaks.game == game)
    row = connection.execute(select(Streaks.__table__).where(own)).one_or_none()
    streak = (0 if row is None else row.streak) + 1 if solved else 0
    values = {"streak": streak, "best": max(streak, 0 if row is None else row.best)}
    if row is None:
        connection.execute(insert(Streaks).values(account=account, game=game, **values))
    else:
        connection.execute(update(Streaks).where(own).values(values))


def _standing(connection: Connection, account: int, game: str) -> Standing:
    own = (Streaks.account == account) & (Streaks.game == game)
    row = connection.execute(select(Streaks.__table__).where(own)).one_or_none()
    tries = (
        select(PuzzleTries.solved, func.count())
        .join(Puzzles, Puzzles.id == PuzzleTries.puzzle)
        .where(PuzzleTries.account == account, Puzzles.game == game)
        .group_by(PuzzleTries.solved)
    )
    counts = {bool(solved): number for solved, number in connection.execute(tries)}
    rating = get_rating(connection, account, game, PUZZLES)
    streak, best = (0, 0) if row is None else (row.streak, row.best)
    return Standing(rating, streak, best, sum(counts.values()), counts.get(True, 0))
