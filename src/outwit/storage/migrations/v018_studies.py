"""Studies: chapters with trees of variations."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "018"
down_revision = "017"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "studies",
        sa.Column("id", sa.String(8), nullable=False),
        sa.Column("owner", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("visibility", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_studies"),
        sa.ForeignKeyConstraint(["owner"], ["accounts.id"], name="fk_studies_owner"),
    )
    op.create_index("ix_studies_owner", "studies", ["owner"])
    listed = sa.text("visibility = 'public'")
    op.create_index(
        "ix_studies_game_changed",
        "studies",
        ["game", "changed"],
        sqlite_where=listed,
        postgresql_where=listed,
    )
    op.create_table(
        "study_chapters",
        sa.Column("study", sa.String(8), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("comment", sa.Text, nullable=False),
        sa.Column("nodes", sa.JSON, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("characters", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("study", "number", name="pk_study_chapters"),
        sa.ForeignKeyConstraint(["study"], ["studies.id"], name="fk_study_chapters_study"),
    )
