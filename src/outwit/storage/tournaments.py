"""Tournaments in the database: entrants, pairings and results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from outwit.arena.timecontrol import read_time_control
from outwit.errors import NotAllowed, UsageError
from outwit.records.record import UNFINISHED
from outwit.storage.counting import count, lock_account
from outwit.storage.database import Database
from outwit.storage.ids import new_id
from outwit.storage.names import read_title
from outwit.storage.progress import (
    ARENA,
    FORMATS,
    ROUND_ROBIN,
    SWISS,
    VOID,
    Entrant,
    NewTournament,
    Pairing,
    Progress,
    Tournament,
    TournamentLine,
)
from outwit.storage.tables import (
    Entrants,
    Games,
    Pairings,
    Tournaments,
    now,
)
from outwit.storage.tournamentrows import (
    entrants_of,
    one_tournament,
    pairings_where,
    read_pairing,
    read_tournament,
)

# Most entrants, by format.
MOST_ENTRANTS = {ROUND_ROBIN: 24, SWISS: 256, ARENA: 500}
# Most cycles of a round robin, and most rounds of a Swiss.
MOST_ROUNDS = {ROUND_ROBIN: 4, SWISS: 15}
MOST_MINUTES = 6 * 60
# Most unfinished tournaments of one organiser; tournaments of classes do not count.
MOST_AT_ONCE = 3
# A tournament with too few players is called off this long after its planned start.
PATIENCE = timedelta(hours=24)
PAGE = 20


class TournamentStore:
    """The tournaments of a database; an unknown id raises NotFound."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def create(self, new: NewTournament) -> str:
        """Store a tournament and return its id; raise UsageError for an invalid setting.

        Raise NotAllowed if the organiser has ``MOST_AT_ONCE`` unfinished ones.
        """
        checked = _checked(new)
        with self.database.session() as connection:
            # The lock makes simultaneous requests count one after the other.
            lock_account(connection, new.organiser)
            open_ones = and_(
                Tournaments.organiser == new.organiser,
                Tournaments.ended.is_(None),
                Tournaments.class_id.is_(None),
            )
            if count(connection, open_ones) >= MOST_AT_ONCE:
                raise NotAllowed(
                    f"you have {MOST_AT_ONCE} tournaments coming or running: "
                    "let one end, or call it off"
                )
            return _insert(connection, checked)

    def create_night(
        self, new: NewTournament, present: Sequence[int], absent: Sequence[int]
    ) -> str | None:
        """Store a tournament of a class with its players; absent members are marked as left out.

        Return None if the class has a tournament for this moment, or one that is running.
        """
        checked = _checked(new)
        with self.database.session() as connection:
            lock_account(connection, new.organiser)
            if count(connection, _in_the_way(new.class_id, new.starts)):
                return None
            key = _insert(connection, checked)
            moment = now()
            rows: list[dict[str, object]] = []
            for accounts, withdrawn in ((present, None), (absent, moment)):
                rows += [
                    {"tournament": key, "account": each, "joined": moment, "withdrawn": withdrawn}
                    for each in accounts
                ]
            if rows:
                connection.execute(insert(Entrants), rows)
            return key

    def has_night(self, class_id: str, starts: datetime) -> bool:
        """Tell whether a class has a tournament for this moment, or one that is running."""
        with self.database.reading() as connection:
            return count(connection, _in_the_way(class_id, starts)) > 0

    def get(self, key: str) -> Tournament:
        """Return a tournament."""
        with self.database.reading() as connection:
            return read_tournament(one_tournament(connection, key))

    def load(self, key: str) -> Progress:
        """Return a tournament with entrants and pairings."""
        with self.database.reading() as connection:
            tournament = read_tournament(one_tournament(connection, key))
            entrants = connection.execute(entrants_of(tournament)).all()
            pairings = connection.execute(pairings_where(Pairings.tournament == key)).all()
        return Progress(
            tournament,
            tuple(Entrant(*row) for row in entrants),
            tuple(read_pairing(row) for row in pairings),
        )

    def of_class(self, class_id: str, count: int = PAGE) -> tuple[Progress, ...]:
        """Return the last tournaments of a class, the newest first."""
        found = (
            select(Tournaments.id)
            .where(Tournaments.class_id == class_id)
            .order_by(Tournaments.starts.desc(), Tournaments.id)
            .limit(count)
        )
        with self.database.reading() as connection:
            keys = tuple(connection.scalars(found))
        return tuple(self.load(key) for key in keys)

    def coming(self) -> tuple[TournamentLine, ...]:
        """Return the tournaments that have not started, the next first; without classes'."""
        return self._lines(
            and_(Tournaments.started.is_(None), Tournaments.ended.is_(None)), Tournaments.starts
        )

    def going_on(self) -> tuple[TournamentLine, ...]:
        """Return the running tournaments, the newest first; without classes'."""
        runs = and_(Tournaments.started.is_not(None), Tournaments.ended.is_(None))
        return self._lines(runs, Tournaments.started.desc())

    def finished(self, page: int = 0) -> tuple[TournamentLine, ...]:
        """Return a page of finished tournaments, the newest first."""
        over = and_(Tournaments.started.is_not(None), Tournaments.ended.is_not(None))
        return self._lines(over, Tournaments.ended.desc(), page)

    def join(self, key: str, account: int) -> None:
        """Enter an account; a repeat changes nothing. Raise NotAllowed if too late or full.

        An account can join or rejoin an arena until it ends.
        """
        with self.database.session() as connection:
            row = one_tournament(connection, key, lock=True)
            if row.ended is not None:
                raise NotAllowed("this tournament is over")
            if row.class_id is not None:
                raise NotAllowed("only the players of its class play in this tournament")
            if row.started is not None and row.format != ARENA:
                raise NotAllowed("this tournament has started: nobody can join any more")
            own = (Entrants.tournament == key) & (Entrants.account == account)
            found = connection.execute(select(Entrants.withdrawn).where(own)).one_or_none()
            if found is not None:
                if found.withdrawn is not None:
                    again = update(Entrants).where(own).values(withdrawn=None, joined=now())
                    connection.execute(again)
                return
            if count(connection, Entrants.tournament == key) >= MOST_ENTRANTS[row.format]:
                raise NotAllowed(f"this tournament is full: {MOST_ENTRANTS[row.format]} take part")
            connection.execute(
                insert(Entrants).values(tournament=key, account=account, joined=now())
            )

    def withdraw(self, key: str, account: int) -> bool:
        """Withdraw an account; before the start its entry is deleted. Tell whether it was in."""
        own = (Entrants.tournament == key) & (Entrants.account == account)
        with self.database.session() as connection:
            row = one_tournament(connection, key, lock=True)
            if row.ended is not None:
                raise NotAllowed("this tournament is over")
            if row.started is None:
                return connection.execute(delete(Entrants).where(own)).rowcount == 1
            out = update(Entrants).where(own, Entrants.withdrawn.is_(None))
            return connection.execute(out.values(withdrawn=now())).rowcount == 1

    def start(self, key: str) -> bool:
        """Start a tournament; return False if it had started. Raise UsageError below 2 players."""
        with self.database.session() as connection:
            row = one_tournament(connection, key, lock=True)
            if row.started is not None or row.ended is not None:
                return False
            there = (Entrants.tournament == key) & Entrants.withdrawn.is_(None)
            if count(connection, there) < 2:
                raise UsageError("a tournament needs two players at least: wait for one more")
            begun = update(Tournaments).where(Tournaments.id == key).values(started=now())
            connection.execute(begun)
        return True

    def call_off(self, key: str) -> None:
        """Cancel a tournament; raise NotAllowed if it has started."""
        with self.database.session() as connection:
            if one_tournament(connection, key, lock=True).started is not None:
                raise NotAllowed("this tournament has started: it goes on to its end")
            _end(connection, key)

    def end(self, key: str) -> None:
        """End a tournament; do nothing if it has ended."""
        with self.database.session() as connection:
            if one_tournament(connection, key, lock=True).ended is None:
                _end(connection, key)

    def due(self, moment: datetime) -> tuple[str, ...]:
        """Return the tournaments to start now; call off those without players for ``PATIENCE``."""
        waits = (Tournaments.started.is_(None)) & (Tournaments.ended.is_(None))
        with self.database.reading() as connection:
            found = connection.execute(
                select(Tournaments.id, Tournaments.starts)
                .where(waits, Tournaments.starts <= moment)
                .order_by(Tournaments.starts)
            ).all()
        late = [row.id for row in found if moment - row.starts > PATIENCE]
        if late:
            # The condition is checked again: a tournament that has started is not called off.
            over = update(Tournaments).where(Tournaments.id.in_(late), waits)
            with self.database.session() as connection:
                connection.execute(over.values(ended=now()))
        return tuple(row.id for row in found if row.id not in late)

    def running(self) -> tuple[str, ...]:
        """Return all running tournaments, including those of classes."""
        runs = Tournaments.started.is_not(None) & Tournaments.ended.is_(None)
        with self.database.reading() as connection:
            found = select(Tournaments.id).where(runs).order_by(Tournaments.started)
            return tuple(connection.scalars(found))

    def add_round(self, key: str, number: int, pairings: Iterable[Pairing]) -> bool:
        """Store all pairings of a round, or none; return False if the round was stored already."""
        with self.database.session() as connection:
            one_tournament(connection, key, lock=True)
            there = select(Pairings.id).where(Pairings.tournament == key, Pairings.round == number)
            if connection.execute(there.limit(1)).first() is not None:
                return False
            rows = [
                {
                    "tournament": key,
                    "round": number,
                    "first": each.first,
                    "second": each.second,
                    "result": each.result,
                }
                for each in pairings
            ]
            connection.execute(insert(Pairings), rows)
        return True

    def unclaimed_game(self, key: str, pairing: Pairing) -> str | None:
        """Return the game of a pairing that is not linked to it yet, None if there is none.

        There is one if the server stopped between creating the game and linking it.
        """
        known = select(Pairings.game_id).where(
            Pairings.tournament == key, Pairings.game_id.is_not(None)
        )
        found = (
            select(Games.id)
            .where(
                Games.tournament == key,
                Games.first_account == pairing.first,
                Games.second_account == pairing.second,
                Games.id.not_in(known),
            )
            .order_by(Games.created)
            .limit(1)
        )
        with self.database.reading() as connection:
            return connection.scalar(found)

    def set_game(self, pairing: int, game_id: str) -> None:
        """Link a pairing to its game, once."""
        with self.database.session() as connection:
            free = update(Pairings).where(Pairings.id == pairing, Pairings.game_id.is_(None))
            connection.execute(free.values(game_id=game_id))

    def settle(self, key: str) -> int:
        """Copy the results of ended games into their pairings; return how many."""
        news = (Pairings.tournament == key) & (Pairings.result == UNFINISHED)
        ended = select(Pairings.id, Games.result).join(Games, Games.id == Pairings.game_id)
        with self.database.reading() as connection:
            found = connection.execute(ended.where(news, Games.ended.is_not(None))).all()
        changed = 0
        if found:
            with self.database.session() as connection:
                for row in found:
                    result = VOID if row.result == UNFINISHED else row.result
                    new = update(Pairings).where(Pairings.id == row.id, news)
                    changed += connection.execute(new.values(result=result)).rowcount
        return changed

    def game_of(self, key: str, account: int) -> str | None:
        """Return the running game of an account in a tournament, None if there is none."""
        own = or_(Games.first_account == account, Games.second_account == account)
        found = select(Games.id).where(Games.tournament == key, own, Games.ended.is_(None)).limit(1)
        with self.database.reading() as connection:
            return connection.scalar(found)

    def _lines(
        self, condition: ColumnElement[bool], order: Any, page: int = 0
    ) -> tuple[TournamentLine, ...]:
        entrants = (
            select(func.count())
            .where(Entrants.tournament == Tournaments.id, Entrants.withdrawn.is_(None))
            .scalar_subquery()
        )
        found = (
            select(Tournaments.__table__, entrants.label("entrants"))
            .where(condition, Tournaments.class_id.is_(None))
            .order_by(order, Tournaments.id)
            .offset(page * PAGE)
            .limit(PAGE)
        )
        with self.database.reading() as connection:
            rows = connection.execute(found).all()
        return tuple(TournamentLine(read_tournament(row), row.entrants) for row in rows)


def _checked(new: NewTournament) -> NewTournament:
    """Return a tournament with its name in stored form; raise UsageError if it is invalid."""
    if new.format not in FORMATS:
        raise UsageError(f"format {new.format[:40]!r} is not one of {', '.join(FORMATS)}")
    if read_time_control(new.time_control).is_unlimited:
        raise UsageError("a tournament needs a clock: choose one with a limit")
    if new.format == ARENA and not 1 <= new.minutes <= MOST_MINUTES:
        raise UsageError(f"an arena lasts 1 to {MOST_MINUTES} minutes")
    if new.format != ARENA and not 1 <= new.rounds <= MOST_ROUNDS[new.format]:
        raise UsageError(f"a {new.format} has 1 to {MOST_ROUNDS[new.format]} rounds")
    return new.replace(name=read_title(new.name))


def _in_the_way(class_id: str | None, starts: datetime) -> ColumnElement[bool]:
    is_there = or_(Tournaments.starts == starts, Tournaments.ended.is_(None))
    return and_(Tournaments.class_id == class_id, is_there)


def _insert(connection: Connection, new: NewTournament) -> str:
    key = new_id()
    values = {name: getattr(new, name) for name in NewTournament.fields}
    connection.execute(insert(Tournaments).values(id=key, created=now(), **values))
    return key


def _end(connection: Connection, key: str) -> None:
    connection.execute(update(Tournaments).where(Tournaments.id == key).values(ended=now()))
