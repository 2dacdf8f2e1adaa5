"""Turns of slow games: each has a deadline in the database, which a restart does not move."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, func, insert, select, update

from outwit.arena.timecontrol import read_time_control
from outwit.core.value import Value
from outwit.games import game as find_game
from outwit.storage.database import Database
from outwit.storage.plans import drop_plans
from outwit.storage.slowtables import SlowTurns, Vacations
from outwit.storage.stored import NewGame, NewMove, NextTurn
from outwit.storage.tables import Games, now

# A player is told of little time once this part of a move's time is left, at most so much.
LOW_PART, LOW_MOST = 4, timedelta(hours=12)
# Most turns of a queue, and most that are looked at together.
MOST_TURNS, BATCH = 200, 200


class Turn(Value):
    """Who is to move until when."""

    game_id: str
    account: int | None
    deadline: datetime


class TurnStore:
    """The turns of slow games of a database."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = now) -> None:
        self.database = database
        self.clock = clock

    def left(self, game_id: str) -> float | None:
        """Return the seconds left of a game's turn, None if none is stored."""
        found = select(SlowTurns.deadline).where(SlowTurns.game_id == game_id)
        with self.database.reading() as connection:
            deadline = connection.execute(found).scalar_one_or_none()
        return None if deadline is None else (deadline - self.clock()).total_seconds()

    def overdue(self) -> tuple[str, ...]:
        """Return the games in which a player has run out of time, the longest ago first."""
        late = SlowTurns.deadline <= self.clock()
        found = select(SlowTurns.game_id).where(late).order_by(SlowTurns.deadline).limit(BATCH)
        with self.database.reading() as connection:
            return tuple(connection.scalars(found))

    def low(self) -> tuple[Turn, ...]:
        """Return the turns with little time left whose players have not been told of it."""
        moment = self.clock()
        found = select(*COLUMNS, Games.time_control).join(Games, Games.id == SlowTurns.game_id)
        soon = (SlowTurns.deadline < moment + LOW_MOST) & (SlowTurns.deadline > moment)
        fresh = found.where(soon, SlowTurns.warned.is_(False)).limit(BATCH)
        with self.database.reading() as connection:
            rows = connection.execute(fresh).all()
        low = []
        for row in rows:
            seconds = read_time_control(row.time_control).move or 0
            if (row.deadline - moment).total_seconds() < seconds / LOW_PART:
                low.append(Turn(row.game_id, row.account, row.deadline))
        return tuple(low)

    def note_warned(self, turn: Turn) -> None:
        """Note that the player of a turn has been told of little time, unless the turn is over."""
        same = (SlowTurns.game_id == turn.game_id) & (SlowTurns.deadline == turn.deadline)
        with self.database.session() as connection:
            connection.execute(update(SlowTurns).where(same).values(warned=True))

    def queue(self, account: int) -> tuple[Turn, ...]:
        """Return the slow games in which an account is to move, the most urgent first."""
        found = select(*COLUMNS).where(SlowTurns.account == account).order_by(SlowTurns.deadline)
        with self.database.reading() as connection:
            return tuple(Turn(*row) for row in connection.execute(found.limit(MOST_TURNS)))


COLUMNS = tuple(getattr(SlowTurns, name) for name in Turn.fields)


def begin_turn(connection: Connection, game_id: str, turn: NextTurn, moment: datetime) -> None:
    """Begin a turn; a vacation of its account comes first."""
    away = vacation_until(connection, turn.account, moment) if turn.rests else None
    deadline = (away or moment) + timedelta(seconds=turn.seconds)
    values = {"account": turn.account, "deadline": deadline, "warned": False}
    own = update(SlowTurns).where(SlowTurns.game_id == game_id)
    if not connection.execute(own.values(values)).rowcount:
        connection.execute(insert(SlowTurns).values(game_id=game_id, **values))


def begin_turns(
    connection: Connection, moves: Iterable[tuple[NewMove, object]], moment: datetime
) -> None:
    """Begin the turns after the moves that were added: those whose answer is True."""
    for move, answer in moves:
        if answer is True and move.turn is not None:
            begin_turn(connection, move.game_id, move.turn, moment)


def end_turn(connection: Connection, game_id: str) -> None:
    """Forget the turn of a game that is over."""
    connection.execute(delete(SlowTurns).where(SlowTurns.game_id == game_id))
    drop_plans(connection, game_id)


def vacation_until(
    connection: Connection, account: int | None, moment: datetime
) -> datetime | None:
    """Return when the vacation of an account ends, None if it is not on vacation."""
    own = (Vacations.account == account) & (Vacations.began <= moment) & (Vacations.until > moment)
    return connection.execute(select(func.max(Vacations.until)).where(own)).scalar_one()


def begin_first_turn(connection: Connection, game_id: str, new: NewGame, moment: datetime) -> None:
    """Begin the first turn of a game if it is slow."""
    control = read_time_control(new.time_control)
    if control.move is not None and control.is_slow:
        game = find_game(new.game)
        start = game.position(new.start, **new.options) if new.start else game.start()
        turn = NextTurn(new.seats[start.turn].account, control.move, new.tournament is None)
        begin_turn(connection, game_id, turn, moment)
