"""The puzzle of each day, and the tries of it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "015"
down_revision = "014"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "daily_puzzles",
        sa.Column("day", sa.Date, nullable=False),
        sa.Column("puzzle", sa.String(8), nullable=False),
        sa.PrimaryKeyConstraint("day", name="pk_daily_puzzles"),
        sa.ForeignKeyConstraint(["puzzle"], ["puzzles.id"], name="fk_daily_puzzles_puzzle"),
    )
    op.create_index("ix_daily_puzzles_puzzle", "daily_puzzles", ["puzzle"])
    op.create_table(
        "daily_tries",
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("day", sa.Date, nullable=False),
        sa.Column("mistakes", sa.Integer, nullable=False),
        sa.Column("shown", sa.Boolean, nullable=False),
        sa.Column("solved", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("account", "day", name="pk_daily_tries"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_daily_tries_account"),
        sa.ForeignKeyConstraint(["day"], ["daily_puzzles.day"], name="fk_daily_tries_day"),
    )
