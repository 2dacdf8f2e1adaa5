"""Conditional moves of slow games: the answers that a player has planned to an opponent's moves."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select

from outwit.core.value import Value
from outwit.storage.database import Database
from outwit.storage.slowtables import Plans, SlowTurns

# Most games that are looked at together.
BATCH = 200
Line = tuple[str, ...]


class Plan(Value):
    """Lines that begin after ``ply`` plies, each with a move of the opponent; answers follow."""

    ply: int
    lines: tuple[Line, ...]

    def answer(self, played: Sequence[str]) -> str | None:
        """Return the planned answer to the moves of a game, None without one.

        >>> plan = Plan(2, (("c", "d", "e", "f"), ("g", "h")))
        >>> plan.answer("abc"), plan.answer("abcde"), plan.answer("abg"), plan.answer("abx")
        ('d', 'f', 'h', None)
        """
        since = tuple(played[self.ply :])
        if len(played) <= self.ply:
            return None
        for line in self.lines:
            if len(line) > len(since) and line[: len(since)] == since:
                return line[len(since)]
        return None


class PlanStore:
    """The plans of a database; nobody but their players sees them."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def of(self, game_id: str, account: int) -> Plan | None:
        """Return what an account has planned in a game."""
        own = (Plans.game_id == game_id) & (Plans.account == account)
        with self.database.reading() as connection:
            row = connection.execute(select(Plans.ply, Plans.lines).where(own)).one_or_none()
        return None if row is None else Plan(row.ply, tuple(tuple(each) for each in row.lines))

    def set(self, game_id: str, account: int, plan: Plan | None) -> None:
        """Store what an account plans in a game, in place of what it planned before."""
        with self.database.session() as connection:
            own = (Plans.game_id == game_id) & (Plans.account == account)
            connection.execute(delete(Plans).where(own))
            if plan is not None and plan.lines:
                lines = [list(line) for line in plan.lines]
                new = insert(Plans).values(game_id=game_id, account=account, ply=plan.ply)
                connection.execute(new.values(lines=lines))

    def waiting(self) -> tuple[str, ...]:
        """Return games in which the player to move has a plan, which a process may have missed."""
        turn = (SlowTurns.game_id == Plans.game_id) & (SlowTurns.account == Plans.account)
        found = select(Plans.game_id).join(SlowTurns, turn).limit(BATCH)
        with self.database.reading() as connection:
            return tuple(connection.scalars(found))


def drop_plans(connection: Connection, game_id: str) -> None:
    """Forget all plans of a game."""
    connection.execute(delete(Plans).where(Plans.game_id == game_id))
