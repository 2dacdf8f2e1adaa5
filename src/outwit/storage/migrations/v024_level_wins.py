"""The levels that accounts have beaten. Earlier games do not count: their hints were not stored."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "024"
down_revision = "023"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "level_wins",
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("level", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("side", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("clean", sa.Boolean, nullable=False),
        sa.Column("game_id", sa.String(8), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("account", "game", "level", "side", "clean", name="pk_level_wins"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_level_wins_account"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_level_wins_game_id"),
    )
    op.create_table(
        "helped_games",
        sa.Column("game_id", sa.String(8), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_helped_games"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_helped_games_game_id"),
    )
