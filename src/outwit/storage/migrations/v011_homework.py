"""Assignments of classes: hand-ins, their builds, marks and games, the queue, what was done."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "011"
down_revision = "010"

ID = sa.String(8)
HASH = sa.String(64)
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "contents",
        sa.Column("hash", HASH, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_contents"),
    )
    op.create_table(
        "homework",
        sa.Column("id", ID, nullable=False),
        sa.Column("class_id", ID, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("exam", sa.String(16), nullable=False),
        sa.Column("paper", sa.Text, nullable=False),
        sa.Column("time_control", sa.Text, nullable=False),
        sa.Column("opens", MOMENT),
        sa.Column("deadline", MOMENT),
        sa.Column("late_hours", sa.Integer, nullable=False),
        sa.Column("late_percent", sa.Integer, nullable=False),
        sa.Column("group_size", sa.Integer, nullable=False),
        sa.Column("languages", sa.JSON, nullable=False),
        sa.Column("before", sa.String(16), nullable=False),
        sa.Column("after", sa.String(16), nullable=False),
        sa.Column("published", sa.Boolean, nullable=False),
        sa.Column("frozen", sa.Boolean, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("base", HASH),
        sa.Column("created", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_homework"),
        sa.ForeignKeyConstraint(["base"], ["contents.hash"], name="fk_homework_base"),
        sa.ForeignKeyConstraint(
            ["class_id"], ["classes.id"], name="fk_homework_class_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_homework_class_id", "homework", ["class_id"])
    op.create_table(
        "partners",
        sa.Column("homework", ID, nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("leader", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("homework", "account", name="pk_partners"),
        sa.ForeignKeyConstraint(
            ["homework"], ["homework.id"], name="fk_partners_homework", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_partners_account"),
    )
    op.create_table(
        "handins",
        sa.Column("id", ID, nullable=False),
        sa.Column("homework", ID, nullable=False),
        sa.Column("account", sa.Integer),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("by", sa.Integer, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("content", HASH, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("active", sa.Boolean, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("bot", sa.JSON),
        sa.Column("built", HASH),
        sa.Column("log", sa.Text, nullable=False),
        sa.Column("failure", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_handins"),
        sa.ForeignKeyConstraint(
            ["homework"], ["homework.id"], name="fk_handins_homework", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_handins_account"),
        sa.ForeignKeyConstraint(["by"], ["accounts.id"], name="fk_handins_by"),
        sa.ForeignKeyConstraint(["content"], ["contents.hash"], name="fk_handins_content"),
        sa.ForeignKeyConstraint(["built"], ["contents.hash"], name="fk_handins_built"),
    )
    op.create_index(
        "ix_handins_homework", "handins", ["homework", "account", "number"], unique=True
    )
    op.create_table(
        "marks",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("handin", ID, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("whole", sa.Boolean, nullable=False),
        sa.Column("counts", sa.Boolean, nullable=False),
        sa.Column("score", sa.Double, nullable=False),
        sa.Column("most", sa.Double, nullable=False),
        sa.Column("report", sa.JSON, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_marks"),
        sa.ForeignKeyConstraint(
            ["handin"], ["handins.id"], name="fk_marks_handin", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_marks_handin", "marks", ["handin"])
    op.create_table(
        "bouts",
        sa.Column("id", ID, nullable=False),
        sa.Column("homework", ID, nullable=False),
        sa.Column("night", MOMENT),
        sa.Column("first", ID),
        sa.Column("first_name", sa.Text, nullable=False),
        sa.Column("second", ID),
        sa.Column("second_name", sa.Text, nullable=False),
        sa.Column("result", sa.String(8), nullable=False),
        sa.Column("termination", sa.Text, nullable=False),
        sa.Column("fault_of", sa.Integer),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("errors", sa.JSON, nullable=False),
        sa.Column("seconds", sa.JSON, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_bouts"),
        sa.ForeignKeyConstraint(
            ["homework"], ["homework.id"], name="fk_bouts_homework", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["first"], ["handins.id"], name="fk_bouts_first", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["second"], ["handins.id"], name="fk_bouts_second", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_bouts_homework_at", "bouts", ["homework", "at"])
    op.create_index("ix_bouts_first", "bouts", ["first"])
    op.create_index("ix_bouts_second", "bouts", ["second"])
    op.create_table(
        "jobs",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("homework", ID, nullable=False),
        sa.Column("subject", sa.JSON, nullable=False),
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("priority", sa.Integer, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("worker", sa.Text, nullable=False),
        sa.Column("lease", MOMENT),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("begun", MOMENT),
        sa.Column("done", MOMENT),
        sa.Column("seconds", sa.Double),
        sa.Column("error", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_jobs"),
        sa.ForeignKeyConstraint(
            ["homework"], ["homework.id"], name="fk_jobs_homework", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_jobs_done_priority", "jobs", ["done", "priority", "id"])
    op.create_index("ix_jobs_key", "jobs", ["key"])
    op.create_table(
        "workers",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("seen", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_workers"),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("class_id", ID, nullable=False),
        sa.Column("account", sa.Integer),
        sa.Column("action", sa.String(40), nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
        sa.ForeignKeyConstraint(
            ["class_id"], ["classes.id"], name="fk_audit_class_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_audit_class_id_at", "audit", ["class_id", "at"])
