"""Idempotency keys: a repeated request creates one game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "008"
down_revision = "007"


def upgrade() -> None:
    """Add the key of the request that created a game."""
    op.add_column("games", sa.Column("request", sa.String(64)))
    op.create_index("ix_games_request", "games", ["request"], unique=True)
