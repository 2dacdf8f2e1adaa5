"""The themes of puzzles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "021"
down_revision = "020"


def upgrade() -> None:
    """Add the table; the server fills it when it starts."""
    op.create_table(
        "puzzle_themes",
        sa.Column("puzzle", sa.String(8), nullable=False),
        sa.Column("theme", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("puzzle", "theme", name="pk_puzzle_themes"),
        sa.ForeignKeyConstraint(["puzzle"], ["puzzles.id"], name="fk_puzzle_themes_puzzle"),
    )
    op.create_index("ix_puzzle_themes_theme", "puzzle_themes", ["theme"])
