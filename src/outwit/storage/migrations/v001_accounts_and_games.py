"""Accounts, tokens, games and moves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "001"
down_revision = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "accounts",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("key", sa.String(40), nullable=False),
        sa.Column("password", sa.Text),
        sa.Column("is_bot", sa.Boolean, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("seen", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
        sa.UniqueConstraint("key", name="uq_accounts_key"),
    )
    op.create_table(
        "tokens",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("used", MOMENT),
        sa.Column("revoked", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_tokens"),
        sa.UniqueConstraint("hash", name="uq_tokens_hash"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_tokens_account"),
    )
    op.create_index("ix_tokens_account", "tokens", ["account"])
    op.create_table(
        "games",
        sa.Column("id", sa.String(8), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("time_control", sa.Text, nullable=False),
        sa.Column("first_account", sa.Integer),
        sa.Column("first_bot", sa.Text, nullable=False),
        sa.Column("first_name", sa.Text, nullable=False),
        sa.Column("second_account", sa.Integer),
        sa.Column("second_bot", sa.Text, nullable=False),
        sa.Column("second_name", sa.Text, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("visibility", sa.Text, nullable=False),
        sa.Column("rematch_of", sa.String(8)),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("started", MOMENT),
        sa.Column("ended", MOMENT),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("termination", sa.Text, nullable=False),
        sa.Column("sentence", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.ForeignKeyConstraint(["first_account"], ["accounts.id"], name="fk_games_first_account"),
        sa.ForeignKeyConstraint(
            ["second_account"], ["accounts.id"], name="fk_games_second_account"
        ),
        sa.ForeignKeyConstraint(["rematch_of"], ["games.id"], name="fk_games_rematch_of"),
    )
    for column in ("first_account", "second_account", "rematch_of"):
        op.create_index(f"ix_games_{column}", "games", [column])
    op.create_index("ix_games_ended_created", "games", ["ended", "created"])
    op.create_table(
        "moves",
        sa.Column("game_id", sa.String(8), nullable=False),
        sa.Column("ply", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("move", sa.Text, nullable=False),
        sa.Column("used", sa.BigInteger),
        sa.Column("clock", sa.BigInteger),
        sa.Column("played", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "ply", name="pk_moves"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_moves_game_id"),
        sqlite_with_rowid=False,
    )
