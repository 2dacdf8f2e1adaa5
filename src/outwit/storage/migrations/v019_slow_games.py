"""Turns of games with days for each move, and vacations."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "019"
down_revision = "018"

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "slow_turns",
        sa.Column("game_id", sa.String(8), nullable=False),
        sa.Column("account", sa.Integer),
        sa.Column("deadline", MOMENT, nullable=False),
        sa.Column("warned", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_slow_turns"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_slow_turns_game_id"),
    )
    op.create_index("ix_slow_turns_account", "slow_turns", ["account"])
    op.create_index("ix_slow_turns_deadline", "slow_turns", ["deadline"])
    op.create_table(
        "vacations",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("began", MOMENT, nullable=False),
        sa.Column("until", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_vacations"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_vacations_account"),
    )
    op.create_index("ix_vacations_account_until", "vacations", ["account", "until"])
