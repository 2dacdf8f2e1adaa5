"""Accounts keep which tours they have seen."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "023"
down_revision = "022"


def upgrade() -> None:
    """Add the names of the games; null if none has been seen."""
    op.add_column("accounts", sa.Column("tours", sa.JSON))
