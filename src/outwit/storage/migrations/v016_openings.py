"""The opening explorer counts each public game once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "016"
down_revision = "015"


def upgrade() -> None:
    """Add the counts of moves; mark the games that they contain."""
    op.create_table(
        "openings",
        sa.Column("node", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("move", sa.Text, nullable=False),
        sa.Column("pace", sa.String(16), nullable=False),
        sa.Column("band", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("first_won", sa.Integer, nullable=False),
        sa.Column("drawn", sa.Integer, nullable=False),
        sa.Column("second_won", sa.Integer, nullable=False),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("rated", sa.Integer, nullable=False),
        sa.Column("sample", sa.String(8), nullable=False),
        sa.PrimaryKeyConstraint("node", "move", "pace", "band", name="pk_openings"),
        sqlite_with_rowid=False,
    )
    op.add_column(
        "games", sa.Column("explored", sa.Boolean, nullable=False, server_default=sa.false())
    )
    # Only the games that still have to be counted are in this index.
    waiting = sa.text("NOT explored AND ended IS NOT NULL AND visibility = 'public'")
    op.create_index(
        "ix_games_explored", "games", ["ended"], sqlite_where=waiting, postgresql_where=waiting
    )
