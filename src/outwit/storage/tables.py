"""The tables of the database, as the newest migration leaves them."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    MetaData,
    String,
    Text,
    TypeDecorator,
    false,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

# Names of constraints, so that later migrations can refer to them.
CONSTRAINTS = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
ID_LENGTH = 8
NAME_LENGTH = 40
SESSION_LENGTH = 22
# The games that the opening explorer has to count. Statements repeat it to use the index.
UNEXPLORED = text("NOT explored AND ended IS NOT NULL AND visibility = 'public'")


class Moment(TypeDecorator[datetime]):
    """A moment in UTC; SQLite has no time zones and stores it without one."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert a moment to UTC."""
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Restore the time zone UTC."""
        if value is None or value.tzinfo is not None:
            return value and value.astimezone(UTC)
        return value.replace(tzinfo=UTC)


def now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)


class Table(DeclarativeBase):
    """The base of all tables."""

    metadata = MetaData(naming_convention=CONSTRAINTS)
    type_annotation_map = {datetime: Moment, dict[str, str]: JSON, list[Any]: JSON, str: Text}  # noqa: RUF012


class Accounts(Table):
    """People and bots; a person without a password is a guest.

    ``key`` is the name in small letters. ``owner`` is the account that owns a bot. ``plays`` has
    the fields of ``Plays`` that a bot has declared. Names that look the same share a ``skeleton``;
    it is null for guests and for an account whose name looked like an older one's. ``appearance``
    is how its pages look, as ``server.values.appearance`` reads it. ``tours`` names the games whose
    tours a person has seen.
    """

    __tablename__ = "accounts"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    key: Mapped[str] = mapped_column(String(NAME_LENGTH), unique=True)
    password: Mapped[str | None]
    is_bot: Mapped[bool]
    created: Mapped[datetime]
    seen: Mapped[datetime]
    owner: Mapped[int | None] = mapped_column(index=True)
    plays: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    skeleton: Mapped[str | None] = mapped_column(String(NAME_LENGTH), index=True, unique=True)
    appearance: Mapped[str | None] = mapped_column(String(40))
    tours: Mapped[list[Any] | None]


class Tokens(Table):
    """Secrets with which programs act for an account; only their SHA-256 is stored."""

    __tablename__ = "tokens"

    id: Mapped[int] = mapped_column(primary_key=True)
    hash: Mapped[str] = mapped_column(String(64), unique=True)
    account: Mapped[int] = mapped_column(ForeignKey("accounts.id"), index=True)
    name: Mapped[str]
    created: Mapped[datetime]
    used: Mapped[datetime | None]
    revoked: Mapped[datetime | None]


class SignOuts(Table):
    """Ended sessions; an empty name stands for all earlier sessions of the account."""

    __tablename__ = "sign_outs"

    id: Mapped[int] = mapped_column(primary_key=True)
    account: Mapped[int] = mapped_column(ForeignKey("accounts.id"), index=True)
    session: Mapped[str] = mapped_column(String(SESSION_LENGTH))
    at: Mapped[datetime]


class Games(Table):
    """Games with both seats; a seat without account and bot is free.

    If ``invited`` is set, only that account may take the free seat. ``tournament`` is the
    tournament of the game. ``request`` is an idempotency key: a repeated request creates nothing.
    ``explored`` says that the opening explorer has counted the game.
    """

    __tablename__ = "games"
    __table_args__ = (
        Index("ix_games_ended_created", "ended", "created"),
        Index("ix_games_explored", "ended", sqlite_where=UNEXPLORED, postgresql_where=UNEXPLORED),
    )

    id: Mapped[str] = mapped_column(String(ID_LENGTH), primary_key=True)
    game: Mapped[str]
    options: Mapped[dict[str, str]]
    start: Mapped[str]
    time_control: Mapped[str]
    first_account: Mapped[int | None] = mapped_column(ForeignKey("accounts.id"), index=True)
    first_bot: Mapped[str]
    first_name: Mapped[str]
    second_account: Mapped[int | None] = mapped_column(ForeignKey("accounts.id"), index=True)
    second_bot: Mapped[str]
    second_name: Mapped[str]
    rated: Mapped[bool]
    visibility: Mapped[str]
    rematch_of: Mapped[str | None] = mapped_column(ForeignKey("games.id"), index=True, unique=True)
    created: Mapped[datetime]
    started: Mapped[datetime | None]
    ended: Mapped[datetime | None]
    result: Mapped[str]
    termination: Mapped[str]
    sentence: Mapped[str]
    invited: Mapped[int | None] = mapped_column(index=True)
    tournament: Mapped[str | None] = mapped_column(String(ID_LENGTH), index=True)
    request: Mapped[str | None] = mapped_column(String(64), index=True, unique=True)
    explored: Mapped[bool] = mapped_column(server_default=false())


class Moves(Table):
    """Moves by game and ply, from ply 0 without a gap; times in milliseconds."""

    __tablename__ = "moves"
    __table_args__ = {"sqlite_with_rowid": False}  # noqa: RUF012

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    ply: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    move: Mapped[str]
    used: Mapped[int | None] = mapped_column(BigInteger)
    clock: Mapped[int | None] = mapped_column(BigInteger)
    played: Mapped[datetime]


class Messages(Table):
    """Chat messages of games."""

    __tablename__ = "messages"

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"), index=True)
    account: Mapped[int] = mapped_column(ForeignKey("accounts.id"), index=True)
    text: Mapped[str]
    said: Mapped[datetime]


class Ratings(Table):
    """Glicko-2 ratings by account, game and time class."""

    __tablename__ = "ratings"

    account: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    game: Mapped[str] = mapped_column(primary_key=True)
    time_class: Mapped[str] = mapped_column(primary_key=True)
    rating: Mapped[float]
    deviation: Mapped[float]
    volatility: Mapped[float]
    games: Mapped[int]


class RatingHistory(Table):
    """An account's rating after each rated game."""

    __tablename__ = "rating_history"
    __table_args__ = (Index("ix_rating_history_account_at", "account", "at"),)

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    account: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    game: Mapped[str]
    time_class: Mapped[str]
    rating: Mapped[float]
    deviation: Mapped[float]
    at: Mapped[datetime]


class Analyses(Table):
    """Analyses of finished games by ply."""

    __tablename__ = "analyses"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    plies: Mapped[list[Any]]
    made: Mapped[datetime]


class Puzzles(Table):
    """Positions with one winning move: the solver's moves and the replies, alternating."""

    __tablename__ = "puzzles"
    __table_args__ = (Index("ix_puzzles_game_rating", "game", "rating"),)

    id: Mapped[str] = mapped_column(String(ID_LENGTH), primary_key=True)
    game: Mapped[str]
    options: Mapped[dict[str, str]]
    position: Mapped[str]
    moves: Mapped[list[Any]]
    theme: Mapped[str]
    rating: Mapped[float]
    deviation: Mapped[float]
    volatility: Mapped[float]
    tries: Mapped[int]
    created: Mapped[datetime]


class PuzzleTries(Table):
    """Whether an account solved a puzzle at its first try."""

    __tablename__ = "puzzle_tries"

    account: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    puzzle: Mapped[str] = mapped_column(ForeignKey("puzzles.id"), primary_key=True)
    solved: Mapped[bool]
    at: Mapped[datetime]


class Streaks(Table):
    """How many puzzles of a game an account has solved in a row, now and at best."""

    __tablename__ = "streaks"

    account: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    game: Mapped[str] = mapped_column(primary_key=True)
    streak: Mapped[int]
    best: Mapped[int]


class DailyPuzzles(Table):
    """The puzzle of each day (UTC) on which somebody asked for it."""

    __tablename__ = "daily_puzzles"

    day: Mapped[date] = mapped_column(primary_key=True)
    puzzle: Mapped[str] = mapped_column(ForeignKey("puzzles.id"), index=True)


class DailyTries(Table):
    """An account's tries of a day's puzzle: ``mistakes`` counts wrong moves and hints.

    ``solved`` stays null for an account that has seen the solution, ``shown``.
    """

    __tablename__ = "daily_tries"

    account: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    day: Mapped[date] = mapped_column(ForeignKey("daily_puzzles.day"), primary_key=True)
    mistakes: Mapped[int]
    shown: Mapped[bool]
    solved: Mapped[datetime | None]


class Tournaments(Table):
    """Tournaments; ``format`` is round-robin, swiss or arena, which lasts ``minutes``."""

    __tablename__ = "tournaments"
    __table_args__ = (Index("ix_tournaments_ended_starts", "ended", "starts"),)

    id: Mapped[str] = mapped_column(String(ID_LENGTH), primary_key=True)
    name: Mapped[str]
    format: Mapped[str]
    game: Mapped[str]
    options: Mapped[dict[str, str]]
    time_control: Mapped[str]
    rounds: Mapped[int]
    minutes: Mapped[int]
    rated: Mapped[bool]
    organiser: Mapped[int] = mapped_column(ForeignKey("accounts.id"))
    class_id: Mapped[str | None] = mapped_column(String(ID_LENGTH), index=True)
    created: Mapped[datetime]
    starts: Mapped[datetime]
    started: Mapped[datetime | None]
    ended: Mapped[datetime | None]


class Entrants(Table):
    """Players of a tournament."""

    __tablename__ = "entrants"

    tournament: Mapped[str] = mapped_column(ForeignKey("tournaments.id"), primary_key=True)
    account: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    joined: Mapped[datetime]
    withdrawn: Mapped[datetime | None]


class Pairings(Table):
    """Pairings of a round; without ``second`` it is a bye."""

    __tablename__ = "pairings"

    id: Mapped[int] = mapped_column(primary_key=True)
    tournament: Mapped[str] = mapped_column(ForeignKey("tournaments.id"), index=True)
    round: Mapped[int]
    first: Mapped[int] = mapped_column(ForeignKey("accounts.id"))
    second: Mapped[int | None] = mapped_column(ForeignKey("accounts.id"))
    game_id: Mapped[str | None] = mapped_column(ForeignKey("games.id"), index=True)
    result: Mapped[str]


class Classes(Table):
    """Classes: a tournament every night at ``hour`` (UTC); an account joins with ``code``."""

    __tablename__ = "classes"

    id: Mapped[str] = mapped_column(String(ID_LENGTH), primary_key=True)
    name: Mapped[str]
    code: Mapped[str] = mapped_column(String(ID_LENGTH), unique=True)
    teacher: Mapped[int] = mapped_column(ForeignKey("accounts.id"))
    game: Mapped[str]
    options: Mapped[dict[str, str]]
    time_control: Mapped[str]
    hour: Mapped[int]
    created: Mapped[datetime]


class Members(Table):
    """Members of a class, people and bots; ``brought_by`` is the member who entered a bot."""

    __tablename__ = "members"

    class_id: Mapped[str] = mapped_column(ForeignKey("classes.id"), primary_key=True)
    account: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    joined: Mapped[datetime]
    plays: Mapped[bool] = mapped_column(server_default=false())
    brought_by: Mapped[int | None]


class Keys(Table):
    """Secrets that all processes of the server share, and the time of the last heartbeat."""

    __tablename__ = "keys"

    name: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]
