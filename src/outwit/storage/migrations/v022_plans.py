"""Conditional moves of slow games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "022"
down_revision = "021"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "plans",
        sa.Column("game_id", sa.String(8), nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("lines", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "account", name="pk_plans"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_plans_game_id"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_plans_account"),
    )
