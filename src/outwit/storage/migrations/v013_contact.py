"""E-mail addresses, secret links, recovery codes, and messages to be sent."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "013"
down_revision = "012"

ADDRESS = sa.String(254)
HASH = sa.String(64)
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "emails",
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("address", ADDRESS),
        sa.Column("wanted", ADDRESS),
        sa.PrimaryKeyConstraint("account", name="pk_emails"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_emails_account"),
    )
    op.create_index("ix_emails_address", "emails", ["address"])
    op.create_table(
        "links",
        sa.Column("hash", HASH, nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("purpose", sa.String(16), nullable=False),
        sa.Column("address", ADDRESS, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("used", MOMENT),
        sa.PrimaryKeyConstraint("hash", name="pk_links"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_links_account"),
    )
    op.create_index("ix_links_account", "links", ["account"])
    op.create_index("ix_links_address_created", "links", ["address", "created"])
    op.create_table(
        "recovery_codes",
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("hash", HASH, nullable=False),
        sa.Column("used", MOMENT),
        sa.PrimaryKeyConstraint("account", "hash", name="pk_recovery_codes"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_recovery_codes_account"),
    )
    op.create_table(
        "outgoing",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("channel", sa.String(16), nullable=False),
        sa.Column("key", sa.String(120)),
        sa.Column("content", sa.JSON, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("due", MOMENT, nullable=False),
        sa.Column("begun", MOMENT),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_outgoing"),
    )
    op.create_index("ix_outgoing_key", "outgoing", ["key"], unique=True)
    op.create_index("ix_outgoing_due", "outgoing", ["due"])
