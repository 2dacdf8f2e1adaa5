"""Messages, seeks and ratings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "002"
down_revision = "001"

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add the tables of the community."""
    op.create_table(
        "messages",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("game_id", sa.String(8), nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("said", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_messages"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_messages_game_id"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_messages_account"),
    )
    op.create_index("ix_messages_game_id", "messages", ["game_id"])
    op.create_index("ix_messages_account", "messages", ["account"])
    op.create_table(
        "seeks",
        sa.Column("id", sa.String(8), nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("time_control", sa.Text, nullable=False),
        sa.Column("side", sa.Integer),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_seeks"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_seeks_account"),
    )
    op.create_index("ix_seeks_account", "seeks", ["account"])
    op.create_table(
        "ratings",
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("time_class", sa.Text, nullable=False),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("volatility", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("account", "game", "time_class", name="pk_ratings"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_ratings_account"),
    )
