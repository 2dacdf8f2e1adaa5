"""Ended sessions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "005"
down_revision = "004"


def upgrade() -> None:
    """Add the table of ended sessions."""
    op.create_table(
        "sign_outs",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("session", sa.String(22), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sign_outs"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_sign_outs_account"),
    )
    op.create_index("ix_sign_outs_account", "sign_outs", ["account"])
