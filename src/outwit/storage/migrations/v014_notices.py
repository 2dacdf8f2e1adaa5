"""Notices, where accounts are told of them, and browsers that take them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "014"
down_revision = "013"

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("facts", sa.JSON, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("read", MOMENT),
        sa.Column("mail", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_notices"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_notices_account"),
    )
    op.create_index("ix_notices_account_key", "notices", ["account", "key"], unique=True)
    op.create_index("ix_notices_account_read", "notices", ["account", "read"])
    op.create_table(
        "notice_choices",
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("channels", sa.JSON, nullable=False),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_to", sa.Integer),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("pause", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("account", name="pk_notice_choices"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_notice_choices_account"),
    )
    op.create_table(
        "subscriptions",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_subscriptions"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_subscriptions_account"),
    )
    op.create_index("ix_subscriptions_account", "subscriptions", ["account"])
