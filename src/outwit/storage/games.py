"""Games in the database: a move is stored before it is acknowledged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from outwit.arena.timecontrol import DAY, MOST_DAYS, TimeControl, read_time_control
from outwit.core.value import Value
from outwit.errors import GameOver, NotAllowed, OutwitError, UsageError
from outwit.records.record import RESULTS, UNFINISHED, GameRecord
from outwit.storage.counting import Most
from outwit.storage.database import Database
from outwit.storage.gamerows import (
    game_line,
    game_values,
    history_values,
    read_seat,
    seat_values,
)
from outwit.storage.ids import is_id, no_game
from outwit.storage.levelwins import note_help, note_win
from outwit.storage.moves import MoveRow, MoveStatements, may_add, stale_ply
from outwit.storage.plans import drop_plans
from outwit.storage.ratings import RatingChange, after_history, is_one_house, rate
from outwit.storage.slowtables import SlowTurns
from outwit.storage.slowturns import begin_first_turn, begin_turn, begin_turns, end_turn
from outwit.storage.stored import (
    PUBLIC,
    GameLine,
    NewGame,
    NewMove,
    NextTurn,
    StoredGame,
    StoredMove,
    StoredSeat,
)
from outwit.storage.tables import Games, Moves, RatingHistory, now
from outwit.storage.timeclass import UNLIMITED, time_class

PAGE = 20
# Longest time that a game that waits for an opponent is listed.
LONGEST_SEEK = timedelta(days=1)
# The same for a game with days for each move, and the time controls of such games.
LONGEST_SLOW_SEEK = timedelta(days=14)
SLOW = tuple(str(TimeControl(move=float(DAY * days))) for days in range(1, MOST_DAYS + 1))
# Longest time without a move after which an untimed game still counts as being played.
LONGEST_THOUGHT = timedelta(minutes=10)
ONE_HOUSE = "this game is rated, and you or your bots cannot play rated games among yourselves"
# Statements that every move needs, built once: building takes longer than executing.
ONE = select(Games.__table__).where(Games.id == bindparam("id"))
# Locks the game until the transaction ends.
LOCKED = ONE.with_for_update(key_share=True)
LAST_PLY = select(func.max(Moves.ply)).where(Moves.game_id == bindparam("id"))


class Finished(Value):
    """Result of ``finish``: whether the game ended now, and the rating changes of a rated game."""

    is_new: bool
    changes: tuple[RatingChange, ...] = ()


class GameStore:
    """The games of a database; an unknown id raises NotFound."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = now) -> None:
        self.database = database
        self._clock = clock
        self._sql = MoveStatements(is_sqlite=database.is_sqlite)

    def create(self, new: NewGame, most: Most | None = None) -> str:
        """Store a game and return its id; the game has started if both seats are taken.

        It is unrated if its players belong to one owner. Raise UsageError for an invalid time
        control or visibility, TooMany if a player is in more games than ``most`` allows.
        """
        values = game_values(new)
        with self.database.session() as connection:
            if most is not None:
                most.check(connection)
            self._insert(connection, new, values)
        return str(values["id"])

    def rematch(self, new: NewGame) -> tuple[str, bool]:
        """Store the game that follows ``new.rematch_of``, once.

        Return its id, and whether this call stored it.
        """
        return self._create_once(new, Games.rematch_of == new.rematch_of)

    def create_once(self, new: NewGame, most: Most | None = None) -> tuple[str, bool]:
        """Store the game that ``new.request`` asks for, once, as ``create`` does.

        Return its id, and whether it is new.
        """
        return self._create_once(new, Games.request == new.request, most)

    def of_request(self, request: str) -> str | None:
        """Return the id of the game that a request made, None if it made none."""
        with self.database.reading() as connection:
            return connection.scalar(select(Games.id).where(Games.request == request))

    def _create_once(
        self, new: NewGame, same: ColumnElement[bool], most: Most | None = None
    ) -> tuple[str, bool]:
        values = game_values(new)
        try:
            with self.database.session() as connection:
                if most is not None:
                    most.check(connection)
                try:
                    self._insert(connection, new, values)
                except IntegrityError as error:
                    raise _Taken from error
        except _Taken:
            with self.database.reading() as connection:
                return connection.execute(select(Games.id).where(same)).scalar_one(), False
        return str(values["id"]), True

    def _insert(self, connection: Connection, new: NewGame, values: dict[str, object]) -> None:
        """Add the row of a new game; the first turn begins if both seats are taken."""
        connection.execute(insert(Games).values(values | _rated(connection, new)))
        if values["started"] is not None:
            begin_first_turn(connection, str(values["id"]), new, self._clock())

    def sit(self, game_id: str, side: int, seat: StoredSeat, most: Most | None = None) -> bool:
        """Seat a player on an open side; return False if it was not open for that player.

        The game starts when both sides are taken. Raise NotAllowed if it is rated and both players
        belong to one owner, TooMany if a player is in more games than ``most`` allows.
        """
        with self.database.session() as connection:
            row = _one(connection, game_id, LOCKED)
            seats = [read_seat(row, 0), read_seat(row, 1)]
            if not seats[side].is_open or row.ended is not None:
                return False
            if row.invited not in (None, seat.account):
                return False
            if row.rated and is_one_house(connection, (seat.account, seats[1 - side].account)):
                raise NotAllowed(ONE_HOUSE)
            if most is not None:
                most.check(connection)
            values = seat_values(side, seat)
            if not seats[1 - side].is_open:
                values["started"] = now()
            connection.execute(update(Games).where(Games.id == game_id).values(values))
            if "started" in values:
                seats[side] = seat
                new = game_line(row).setup.replace(seats=(seats[0], seats[1]))
                begin_first_turn(connection, game_id, new, self._clock())
        return True

    def add_move(
        self,
        game_id: str,
        ply: int,
        move: str,
        used: int | None = None,
        clock: int | None = None,
        played: datetime | None = None,
    ) -> bool:
        """Store the move of a ply, counted from 0; return False if it was stored already.

        ``used`` and ``clock`` are in milliseconds. A repeat changes nothing. Raise StalePly if the
        ply has another move or moves before it are missing, GameOver if the game is over.
        When this returns, the move is on the disk.
        """
        (done,) = self.add_moves([NewMove(game_id, ply, move, used, clock, played)])
        if isinstance(done, OutwitError):
            raise done
        return done

    def add_moves(self, moves: Sequence[NewMove]) -> list[bool | OutwitError]:
        """Store moves of different games in one transaction; on return it is on the disk.

        Return one result per move: what ``add_move`` would return, or the error it would raise.
        """
        known = [move.game_id for move in moves if is_id(move.game_id)]
        with self.database.session() as connection:
            ended = self._sql.ended(connection, known)
            # Read after taking the lock.
            counts = self._sql.counts(connection, known)
            answers = [
                may_add(connection, move, ended, counts.get(move.game_id, 0)) for move in moves
            ]
            rows: list[MoveRow] = [
                (move.game_id, move.ply, move.move, move.used, move.clock, move.played or now())
                for move, answer in zip(moves, answers, strict=True)
                if answer is True
            ]
            if rows:
                self._sql.add(connection, rows)
            begin_turns(connection, zip(moves, answers, strict=True), self._clock())
        return answers

    def take_back(self, game_id: str, to_ply: int, turn: NextTurn | None = None) -> None:
        """Remove the moves from ``to_ply`` on; ``turn`` is the one that begins, in a slow game.

        Raise StalePly if the game has fewer moves, GameOver if it is over.
        """
        with self.database.session() as connection:
            count, ended = _count(connection, game_id)
            if ended is not None:
                raise GameOver("the game is over")
            if not 0 <= to_ply <= count:
                raise stale_ply(to_ply, count)
            connection.execute(delete(Moves).where(Moves.game_id == game_id, Moves.ply >= to_ply))
            note_help(connection, game_id)
            if turn is not None:
                drop_plans(connection, game_id)
                begin_turn(connection, game_id, turn, self._clock())

    def finish(
        self,
        game_id: str,
        result: str,
        termination: str,
        sentence: str,
        was_played: bool = True,
        is_usual: bool = False,
    ) -> Finished:
        """End a game; do nothing if it has ended already.

        If it began as usual, ``is_usual``, a win over a level of the engine is noted.

        The ratings change in the same transaction if the game is rated, ``was_played`` and has a
        result, and its accounts belong to different owners.
        """
        if result not in RESULTS:
            raise UsageError(f"result {result[:40]!r} is not one of {', '.join(RESULTS)}")
        with self.database.session() as connection:
            row = _one(connection, game_id, LOCKED)
            if row.ended is not None:
                return Finished(False)
            connection.execute(
                update(Games)
                .where(Games.id == game_id)
                .values(result=result, termination=termination, sentence=sentence, ended=now())
            )
            if read_time_control(row.time_control).is_slow:
                end_turn(connection, game_id)
            if was_played and is_usual:
                note_win(connection, row, result)
            first, second = row.first_account, row.second_account
            if not row.rated or not was_played or result == UNFINISHED or None in (first, second):
                return Finished(True)
            if is_one_house(connection, (first, second)):
                return Finished(True)
            pace = time_class(read_time_control(row.time_control))
            changes = rate(connection, (first, second), row.game, pace, result)
            moment = after_history(connection, (first, second))
            rows = [history_values(game_id, each, moment) for each in changes]
            connection.execute(insert(RatingHistory), rows)
            return Finished(True, changes)

    def load(self, game_id: str) -> StoredGame:
        """Return a game with all its moves."""
        with self.database.reading() as connection:
            row = _one(connection, game_id)
            moves = connection.execute(
                select(Moves.move, Moves.used, Moves.clock, Moves.played)
                .where(Moves.game_id == game_id)
                .order_by(Moves.ply)
            ).all()
            following = None
            if row.ended is not None:
                following = connection.scalar(select(Games.id).where(Games.rematch_of == game_id))
        stored = tuple(StoredMove(*move) for move in moves)
        return StoredGame(**vars(game_line(row)), moves=stored, next_game=following)

    def record(self, game_id: str) -> GameRecord:
        """Return a game as records have it."""
        return self.load(game_id).record()

    def count_open(self, account: int) -> int:
        """Return how many games of an account are running or waiting for an opponent."""
        own = or_(Games.first_account == account, Games.second_account == account)
        found = select(func.count()).where(own, Games.ended.is_(None))
        with self.database.reading() as connection:
            return connection.execute(found).scalar_one()

    def unfinished(self) -> tuple[str, ...]:
        """Return the ids of all games that have not ended, the oldest first."""
        with self.database.reading() as connection:
            found = select(Games.id).where(Games.ended.is_(None)).order_by(Games.created, Games.id)
            return tuple(connection.scalars(found))

    def attended(self) -> tuple[str, ...]:
        """Return the ids of started games that need the server: with a clock, or between bots.

        Slow games do not: see ``TurnStore.overdue``.
        """
        two_bots = (Games.first_bot != "") & (Games.second_bot != "")
        found = select(Games.id).where(
            Games.ended.is_(None),
            Games.started.is_not(None),
            (Games.time_control != UNLIMITED) & ~exists().where(SlowTurns.game_id == Games.id)
            | two_bots,
        )
        with self.database.reading() as connection:
            return tuple(connection.scalars(found))

    def with_bots(self) -> tuple[str, ...]:
        """Return the ids of started games in which a bot may be to move."""
        found = select(Games.id).where(
            Games.ended.is_(None),
            Games.started.is_not(None),
            (Games.first_bot != "") | (Games.second_bot != ""),
        )
        with self.database.reading() as connection:
            return tuple(connection.scalars(found))

    def waiting(self, size: int = PAGE) -> tuple[GameLine, ...]:
        """Return games that anybody may join, the newest first."""
        return self._lines(
            size,
            Games.started.is_(None),
            Games.invited.is_(None),
            Games.tournament.is_(None),
            (Games.created > now() - LONGEST_SEEK)
            | Games.time_control.in_(SLOW) & (Games.created > now() - LONGEST_SLOW_SEEK),
        )

    def busy(self, size: int = PAGE) -> tuple[GameLine, ...]:
        """Return public games that are being played.

        An untimed or slow game counts only while its last move is younger than ``LONGEST_THOUGHT``.
        Games without an engine level come first, then the newest.
        """
        lately = now() - LONGEST_THOUGHT
        moved = exists().where(Moves.game_id == Games.id, Moves.played > lately)
        lives = Games.time_control.not_in((UNLIMITED, *SLOW)) | (Games.started > lately) | moved
        with_bot = (Games.first_bot != "") | (Games.second_bot != "")
        return self._lines(size, Games.started.is_not(None), lives, order=(with_bot,))

    def _lines(
        self, size: int, *wanted: ColumnElement[bool], order: tuple[ColumnElement[bool], ...] = ()
    ) -> tuple[GameLine, ...]:
        """Return public games that have not ended, by the given order, then the newest first."""
        found = (
            select(Games.__table__)
            .where(Games.ended.is_(None), Games.visibility == PUBLIC, *wanted)
            .order_by(*order, Games.created.desc(), Games.id)
            .limit(size)
        )
        with self.database.reading() as connection:
            return tuple(game_line(row) for row in connection.execute(found))

    def of_account(self, account: int, page: int = 0, size: int = PAGE) -> tuple[GameLine, ...]:
        """Return a page of an account's games, the newest first."""
        found = (
            select(Games.__table__)
            .where(or_(Games.first_account == account, Games.second_account == account))
            .order_by(Games.created.desc(), Games.id)
            .offset(page * size)
            .limit(size)
        )
        with self.database.reading() as connection:
            return tuple(game_line(row) for row in connection.execute(found))


class _Taken(Exception):
    """The game exists already."""


def _rated(connection: Connection, new: NewGame) -> dict[str, object]:
    """Return whether a new game is rated, as part of its row."""
    players = [seat.account for seat in new.seats]
    if new.invited not in players:
        players.append(new.invited)
    return {"rated": new.rated and not is_one_house(connection, players)}


def _one(connection: Connection, game_id: str, statement: Select[Any] = ONE) -> Row[Any]:
    """Return the row of a game; raise NotFound."""
    if is_id(game_id):
        row = connection.execute(statement, {"id": game_id}).one_or_none()
        if row is not None:
            return row
    raise no_game(game_id)


def _count(connection: Connection, game_id: str) -> tuple[int, datetime | None]:
    """Lock a game; return how many moves it has, and when it ended."""
    ended = _one(connection, game_id, LOCKED).ended
    # Plies have no gap: the last one gives the number. It is read after taking the lock.
    last = connection.scalar(LAST_PLY, {"id": game_id})
    return 0 if last is None else last + 1, ended
