"""Puzzles, tries, and the ratings and streaks that follow from them."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, Row, Select, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from outwit.core.puzzle import Puzzle
from outwit.core.value import Value
from outwit.errors import NotFound
from outwit.ratings.glicko import Glicko
from outwit.ratings.solving import ESTIMATED, NEWCOMER, after_try
from outwit.storage.database import Database
from outwit.storage.ids import LETTERS, is_id
from outwit.storage.puzzletables import PuzzleThemes
from outwit.storage.ratings import Rating, get_rating, put_rating
from outwit.storage.tables import ID_LENGTH, Accounts, Puzzles, PuzzleTries, Streaks, now

# The time class of puzzle ratings.
PUZZLES = "puzzles"
# Puzzles nearest in rating from which the next one is drawn.
NEAREST = 12


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

        Known puzzles get the new themes and, while nobody has tried them, the new rating. The id
        of a puzzle comes from its position, so it is the same in every database.
        """
        by_id = {puzzle_id(game, puzzle): puzzle for puzzle in puzzles}
        found = select(Puzzles.id, Puzzles.rating, Puzzles.tries).where(Puzzles.game == game)
        with self.database.reading() as connection:
            known = {row.id: row for row in connection.execute(found)}
            themes = _themes(connection, game)
        new = [_row(key, game, puzzle) for key, puzzle in by_id.items() if key not in known]
        rated = [
            (key, puzzle)
            for key, puzzle in by_id.items()
            if key in known and not known[key].tries and known[key].rating != puzzle.rating
        ]
        changed = {
            key for key, puzzle in by_id.items() if set(puzzle.themes) != themes.get(key, set())
        }
        if not new and not rated and not changed:
            return 0
        with self.database.session() as connection:
            dialect = sqlite if self.database.is_sqlite else postgresql
            if new:
                connection.execute(dialect.insert(Puzzles).on_conflict_do_nothing(), new)
            for key, puzzle in rated:
                is_untried = (Puzzles.id == key) & (Puzzles.tries == 0)
                values = {"rating": float(puzzle.rating), "deviation": ESTIMATED}
                connection.execute(update(Puzzles).where(is_untried).values(values))
            rows = [(key, theme) for key in changed for theme in by_id[key].themes]
            connection.execute(delete(PuzzleThemes).where(PuzzleThemes.puzzle.in_(changed)))
            if rows:
                connection.execute(
                    dialect.insert(PuzzleThemes).on_conflict_do_nothing(),
                    [{"puzzle": key, "theme": theme} for key, theme in rows],
                )
        return len(new)

    def get(self, key: str) -> StoredPuzzle:
        """Return a puzzle by its id; raise NotFound."""
        with self.database.reading() as connection:
            return get_puzzle(connection, key)

    def games(self) -> dict[str, int]:
        """Return the number of puzzles of each game that has any."""
        count = select(Puzzles.game, func.count()).group_by(Puzzles.game)
        with self.database.reading() as connection:
            return {row[0]: row[1] for row in connection.execute(count)}

    def themes(self) -> dict[str, dict[str, int]]:
        """Return for each game the number of puzzles of each theme that has any."""
        count = (
            select(Puzzles.game, PuzzleThemes.theme, func.count())
            .join(Puzzles, Puzzles.id == PuzzleThemes.puzzle)
            .group_by(Puzzles.game, PuzzleThemes.theme)
        )
        found: dict[str, dict[str, int]] = {}
        with self.database.reading() as connection:
            for game, theme, number in connection.execute(count):
                found.setdefault(game, {})[theme] = number
        return found

    def propose(self, game: str, account: int | None, theme: str = "") -> tuple[str, ...]:
        """Return the ids of untried puzzles near an account's rating, of one theme if given.

        After it has tried all puzzles, any may be proposed. Raise NotFound if there are none.
        """
        with self.database.reading() as connection:
            own = NEWCOMER if account is None else _rating(connection, account, game).glicko
            tried = select(PuzzleTries.puzzle).where(PuzzleTries.account == account)
            near = (
                select(Puzzles.id)
                .where(Puzzles.game == game)
                .order_by(func.abs(Puzzles.rating - own.rating), Puzzles.id)
                .limit(NEAREST)
            )
            if theme:
                of_theme = select(PuzzleThemes.puzzle).where(PuzzleThemes.theme == theme)
                near = near.where(Puzzles.id.in_(of_theme))
            found = connection.scalars(near.where(Puzzles.id.not_in(tried))).all()
            found = found or connection.scalars(near).all()
        if not found and theme:
            raise NotFound(f"there are no puzzles of {game} with the theme {theme[:40]!r}")
        if not found:
            raise NotFound(f"there are no puzzles of {game} yet")
        return tuple(found)

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
            stored = get_puzzle(connection, key, lock=True)
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
        "theme": puzzle.ending,
        **{name: getattr(glicko, name) for name in Glicko.fields},
        "tries": 0,
        "created": now(),
    }


def get_puzzle(connection: Connection, key: str, lock: bool = False) -> StoredPuzzle:
    """Return a puzzle within the caller's transaction; raise NotFound."""
    if is_id(key):
        found = select(Puzzles.__table__).where(Puzzles.id == key)
        row = connection.execute(found.with_for_update() if lock else found).one_or_none()
        if row is not None:
            themes = select(PuzzleThemes.theme).where(PuzzleThemes.puzzle == key)
            return _stored(row, tuple(connection.scalars(themes.order_by(PuzzleThemes.theme))))
    raise NotFound(f"there is no puzzle {key[:40]!r}")


def _themes(connection: Connection, game: str) -> dict[str, set[str]]:
    """Return the themes of each puzzle of a game that has any."""
    found: dict[str, set[str]] = {}
    rows = (
        select(PuzzleThemes.puzzle, PuzzleThemes.theme)
        .join(Puzzles, Puzzles.id == PuzzleThemes.puzzle)
        .where(Puzzles.game == game)
    )
    for key, theme in connection.execute(rows):
        found.setdefault(key, set()).add(theme)
    return found


def _stored(row: Row[Any], themes: tuple[str, ...]) -> StoredPuzzle:
    moves = tuple(move if isinstance(move, str) else tuple(move) for move in row.moves)
    puzzle = Puzzle(row.position, row.options, moves, row.theme, round(row.rating), themes)
    glicko = Glicko(row.rating, row.deviation, row.volatility)
    return StoredPuzzle(row.id, row.game, puzzle, glicko, row.tries)


def _own_try(account: int, key: str) -> Select[bool]:
    return select(PuzzleTries.solved).where(
        PuzzleTries.account == account, PuzzleTries.puzzle == key
    )


def _rating(connection: Connection, account: int, game: str) -> Rating:
    """Return an account's rating in the puzzles of a game, that of a newcomer before any."""
    return get_rating(connection, account, game, PUZZLES, NEWCOMER)


def _rate(connection: Connection, account: int, stored: StoredPuzzle, solved: bool) -> float:
    """Rate a try of a puzzle; return the change of the account's rating."""
    before = _rating(connection, account, stored.game)
    after = after_try(before.glicko, stored.glicko, solved)
    put_rating(connection, before.replace(glicko=after.solver, games=before.games + 1))
    values = {name: getattr(after.puzzle, name) for name in Glicko.fields}
    values |= {"tries": stored.tries + 1}
    connection.execute(update(Puzzles).where(Puzzles.id == stored.id).values(values))
    return after.solver.rating - before.glicko.rating


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
    rating = _rating(connection, account, game)
    streak, best = (0, 0) if row is None else (row.streak, row.best)
    return Standing(rating, streak, best, sum(counts.values()), counts.get(True, 0))
