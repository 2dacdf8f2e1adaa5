"""Accounts keep how their pages look."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "012"
down_revision = "011"


def upgrade() -> None:
    """Add the chosen appearance; null if nothing was chosen."""
    op.add_column("accounts", sa.Column("appearance", sa.String(40)))
