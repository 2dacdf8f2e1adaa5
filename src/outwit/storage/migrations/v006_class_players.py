"""Who of a class plays in its ladder, and who has brought a bot along."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "006"
down_revision = "005"


def upgrade() -> None:
    """Let members be those who play, and those who only belong."""
    op.add_column(
        "members", sa.Column("plays", sa.Boolean, nullable=False, server_default=sa.false())
    )
    # Without a foreign key: SQLite cannot add one to a table that is there.
    op.add_column("members", sa.Column("brought_by", sa.Integer))
