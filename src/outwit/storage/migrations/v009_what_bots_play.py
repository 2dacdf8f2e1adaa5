"""Bots declare what they play."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "009"
down_revision = "008"


def upgrade() -> None:
    """Add what a bot plays; nothing where it has not said so."""
    op.add_column("accounts", sa.Column("plays", sa.JSON))
