"""Which members of a class play in its ladder, and which member entered a bot."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "006"
down_revision = "005"


def upgrade() -> None:
    """Add the columns for members who play and for who entered a bot."""
    op.add_column(
        "members", sa.Column("plays", sa.Boolean, nullable=False, server_default=sa.false())
    )
    # Without a foreign key: SQLite cannot add one to a table that is there.
    op.add_column("members", sa.Column("brought_by", sa.Integer))
