"""Follows and blocks, reports, and moderators."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "017"
down_revision = "016"

KIND = sa.String(16)
MOMENT = sa.DateTime(timezone=True)
# The log stays as it was written, whatever a program does.
SQLITE = """
CREATE TRIGGER decisions_{verb} BEFORE {verb} ON decisions
BEGIN SELECT RAISE(ABORT, 'the log of the moderators is never changed'); END
"""
POSTGRESQL = (
    """
    CREATE FUNCTION decisions_stay() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN RAISE EXCEPTION 'the log of the moderators is never changed'; END$$
    """,
    """
    CREATE TRIGGER decisions_stay BEFORE UPDATE OR DELETE ON decisions
    FOR EACH ROW EXECUTE FUNCTION decisions_stay()
    """,
)


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "relations",
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("other", sa.Integer, nullable=False),
        sa.Column("kind", KIND, nullable=False),
        sa.Column("since", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("account", "other", "kind", name="pk_relations"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_relations_account"),
        sa.ForeignKeyConstraint(["other"], ["accounts.id"], name="fk_relations_other"),
    )
    op.create_index("ix_relations_other", "relations", ["other"])
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("reporter", sa.Integer, nullable=False),
        sa.Column("about", sa.Integer, nullable=False),
        sa.Column("reason", KIND, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("game_id", sa.String(8)),
        sa.Column("state", KIND, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
        sa.ForeignKeyConstraint(["reporter"], ["accounts.id"], name="fk_reports_reporter"),
        sa.ForeignKeyConstraint(["about"], ["accounts.id"], name="fk_reports_about"),
    )
    for column in ("reporter", "about", "state"):
        op.create_index(f"ix_reports_{column}", "reports", [column])
    op.create_table(
        "decisions",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("moderator", sa.Integer),
        sa.Column("about", sa.Integer, nullable=False),
        sa.Column("report", sa.Integer),
        sa.Column("action", KIND, nullable=False),
        sa.Column("days", sa.Integer),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_decisions"),
        sa.ForeignKeyConstraint(["moderator"], ["accounts.id"], name="fk_decisions_moderator"),
        sa.ForeignKeyConstraint(["about"], ["accounts.id"], name="fk_decisions_about"),
        sa.ForeignKeyConstraint(["report"], ["reports.id"], name="fk_decisions_report"),
    )
    op.create_index("ix_decisions_about", "decisions", ["about"])
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("UPDATE", "DELETE"):
            op.execute(SQLITE.format(verb=verb))
    else:
        for statement in POSTGRESQL:
            op.execute(statement)
    op.create_table(
        "moderators",
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("since", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("account", name="pk_moderators"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_moderators_account"),
    )
    op.create_table(
        "sanctions",
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("kind", KIND, nullable=False),
        sa.Column("until", MOMENT),
        sa.PrimaryKeyConstraint("account", "kind", name="pk_sanctions"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_sanctions_account"),
    )
