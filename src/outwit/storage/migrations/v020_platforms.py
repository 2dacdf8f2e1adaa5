"""Learning platforms: who they are, their people, links, rosters and grades."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "020"
down_revision = "019"

ID = sa.String(8)
OUTSIDE = sa.String(255)
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "platforms",
        sa.Column("id", ID, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("issuer", OUTSIDE, nullable=False),
        sa.Column("client_id", OUTSIDE, nullable=False),
        sa.Column("deployments", sa.JSON, nullable=False),
        sa.Column("login_url", sa.Text, nullable=False),
        sa.Column("token_url", sa.Text, nullable=False),
        sa.Column("keys_url", sa.Text, nullable=False),
        sa.Column("services", sa.JSON, nullable=False),
        sa.Column("inside", sa.Boolean, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_platforms"),
    )
    op.create_index(
        "ix_platforms_issuer_client_id", "platforms", ["issuer", "client_id"], unique=True
    )
    op.create_table(
        "platform_people",
        sa.Column("platform", ID, nullable=False),
        sa.Column("subject", OUTSIDE, nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("platform", "subject", name="pk_platform_people"),
        sa.ForeignKeyConstraint(
            ["platform"], ["platforms.id"], name="fk_platform_people_platform", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_platform_people_account"),
    )
    op.create_index("ix_platform_people_account", "platform_people", ["account"])
    op.create_table(
        "platform_nonces",
        sa.Column("nonce", sa.String(64), nullable=False),
        sa.Column("until", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("nonce", name="pk_platform_nonces"),
    )
    op.create_index("ix_platform_nonces_until", "platform_nonces", ["until"])
    op.create_table(
        "platform_links",
        sa.Column("id", ID, nullable=False),
        sa.Column("platform", ID, nullable=False),
        sa.Column("deployment", OUTSIDE, nullable=False),
        sa.Column("resource", OUTSIDE, nullable=False),
        sa.Column("homework", ID),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("roster_url", sa.Text, nullable=False),
        sa.Column("items_url", sa.Text, nullable=False),
        sa.Column("item_url", sa.Text, nullable=False),
        sa.Column("scopes", sa.JSON, nullable=False),
        sa.Column("read", MOMENT),
        sa.Column("error", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_platform_links"),
        sa.ForeignKeyConstraint(
            ["platform"], ["platforms.id"], name="fk_platform_links_platform", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["homework"], ["homework.id"], name="fk_platform_links_homework", ondelete="SET NULL"
        ),
    )
    op.create_index(
        "ix_platform_links_resource",
        "platform_links",
        ["platform", "deployment", "resource"],
        unique=True,
    )
    op.create_index("ix_platform_links_homework", "platform_links", ["homework"])
    op.create_table(
        "platform_roster",
        sa.Column("link", ID, nullable=False),
        sa.Column("subject", OUTSIDE, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("link", "subject", name="pk_platform_roster"),
        sa.ForeignKeyConstraint(
            ["link"], ["platform_links.id"], name="fk_platform_roster_link", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "platform_grades",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("link", ID, nullable=False),
        sa.Column("subject", OUTSIDE, nullable=False),
        sa.Column("score", sa.Double, nullable=False),
        sa.Column("most", sa.Double, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("sent", MOMENT),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("due", MOMENT, nullable=False),
        sa.Column("error", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_platform_grades"),
        sa.ForeignKeyConstraint(
            ["link"], ["platform_links.id"], name="fk_platform_grades_link", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_platform_grades_link", "platform_grades", ["link", "subject"], unique=True)
