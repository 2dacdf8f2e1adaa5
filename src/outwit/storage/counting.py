"""What stores that keep to a limit share: they count, and nobody else adds meanwhile."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, func, select

from outwit.storage.tables import Accounts


def count(connection: Connection, condition: ColumnElement[bool]) -> int:
    """Return how many rows of a table fulfil a condition."""
    return connection.execute(select(func.count()).where(condition)).scalar_one()


def lock_account(connection: Connection, account: int) -> None:
    """Let nobody else do something for an account before the transaction ends."""
    found = select(Accounts.id).where(Accounts.id == account)
    connection.execute(found.with_for_update(key_share=True))
