"""Bots declare what they play."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "009"
down_revision = "008"


def upgrade() -> None:
    """Add the declaration of a bot; null if it has declared nothing."""
    op.add_column("accounts", sa.Column("plays", sa.JSON))
