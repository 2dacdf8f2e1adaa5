"""Bots belong to the account that made them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "007"
down_revision = "006"


def upgrade() -> None:
    """Add the owner of a bot."""
    # Without a foreign key: SQLite cannot add one to a table that is there.
    op.add_column("accounts", sa.Column("owner", sa.Integer))
    op.create_index("ix_accounts_owner", "accounts", ["owner"])
