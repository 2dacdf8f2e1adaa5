"""Names that look the same cannot be taken twice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from outwit.storage.lookalikes import skeleton

revision = "010"
down_revision = "009"

ACCOUNTS = sa.table(
    "accounts",
    sa.column("id", sa.Integer),
    sa.column("name", sa.String),
    sa.column("password", sa.Text),
    sa.column("is_bot", sa.Boolean),
    sa.column("skeleton", sa.String),
)
CLOSED = "closed"


def upgrade() -> None:
    """Add the skeletons of names; of accounts that look the same, only the oldest has one."""
    op.add_column("accounts", sa.Column("skeleton", sa.String(40)))
    connection = op.get_bind()
    named = sa.or_(ACCOUNTS.c.password.is_not(None), ACCOUNTS.c.is_bot)
    found = sa.select(ACCOUNTS.c.id, ACCOUNTS.c.name, ACCOUNTS.c.password).where(named)
    first: dict[str, int] = {}
    for row in connection.execute(found.order_by(ACCOUNTS.c.id)):
        if row.password != CLOSED:
            first.setdefault(skeleton(row.name)[:40], row.id)
    if first:
        change = (
            ACCOUNTS.update()
            .where(ACCOUNTS.c.id == sa.bindparam("account"))
            .values(skeleton=sa.bindparam("seen"))
        )
        connection.execute(
            change, [{"account": number, "seen": seen} for seen, number in first.items()]
        )
    op.create_index("ix_accounts_skeleton", "accounts", ["skeleton"], unique=True)
