"""Queries for tournaments, entrants and pairings, and their rows as values."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, func, select

from outwit.errors import NotFound
from outwit.storage.ids import is_id
from outwit.storage.progress import Pairing, Tournament
from outwit.storage.tables import (
    Accounts,
    Entrants,
    Games,
    Moves,
    Pairings,
    Ratings,
    Tournaments,
)


def one_tournament(connection: Connection, key: str, *, lock: bool = False) -> Row[Any]:
    """Return the row of a tournament; raise NotFound."""
    if is_id(key):
        found = select(Tournaments.__table__).where(Tournaments.id == key)
        row = connection.execute(
            found.with_for_update(key_share=True) if lock else found
        ).one_or_none()
        if row is not None:
            return row
    raise NotFound(f"there is no tournament {key[:40]!r}")


def read_tournament(row: Row[Any]) -> Tournament:
    """Return a row as a value."""
    return Tournament(*(getattr(row, name) for name in Tournament.fields))


def entrants_of(tournament: Tournament) -> Any:
    """Return the query of the entrants, in the order they joined."""
    rating = and_(
        Ratings.account == Entrants.account,
        Ratings.game == tournament.game,
        Ratings.time_class == tournament.time_class,
    )
    return (
        select(
            Entrants.account,
            Accounts.name,
            Accounts.is_bot,
            Entrants.joined,
            Entrants.withdrawn,
            Ratings.rating,
        )
        .join(Accounts, Accounts.id == Entrants.account)
        .outerjoin(Ratings, rating)
        .where(Entrants.tournament == tournament.id)
        .order_by(Entrants.joined, Entrants.account)
    )


def pairings_where(condition: ColumnElement[bool]) -> Any:
    """Return the query of pairings, in order, with the state of their games."""
    plies = select(func.count()).where(Moves.game_id == Games.id).scalar_subquery()
    return (
        select(Pairings.__table__, Games.termination, Games.ended, plies.label("plies"))
        .outerjoin(Games, Games.id == Pairings.game_id)
        .where(condition)
        .order_by(Pairings.id)
    )


def read_pairing(row: Row[Any]) -> Pairing:
    """Return a row as a value."""
    return Pairing(
        row.round,
        row.first,
        row.second,
        row.result,
        row.id,
        row.game_id,
        row.termination or "",
        row.plies or 0,
        row.ended,
    )
