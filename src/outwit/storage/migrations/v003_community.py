"""Invitations, rating history, analyses, puzzles, tournaments and classes; no table of seeks."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "003"
down_revision = "002"

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add the tables of the community; drop the seeks, which are stored as games."""
    op.drop_table("seeks")
    # Without a foreign key: SQLite cannot add one to a table that is there.
    op.add_column("games", sa.Column("invited", sa.Integer))
    op.add_column("games", sa.Column("tournament", sa.String(8)))
    op.create_index("ix_games_invited", "games", ["invited"])
    op.create_index("ix_games_tournament", "games", ["tournament"])
    history()
    puzzles()
    tournaments()
    classes()


def history() -> None:
    """Add ratings over time, and analyses of games."""
    op.create_table(
        "rating_history",
        sa.Column("game_id", sa.String(8), nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("time_class", sa.Text, nullable=False),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "account", name="pk_rating_history"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_rating_history_game_id"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_rating_history_account"),
    )
    op.create_index("ix_rating_history_account_at", "rating_history", ["account", "at"])
    op.create_table(
        "analyses",
        sa.Column("game_id", sa.String(8), nullable=False),
        sa.Column("plies", sa.JSON, nullable=False),
        sa.Column("made", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_analyses"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_analyses_game_id"),
    )


def puzzles() -> None:
    """Add puzzles and tries."""
    op.create_table(
        "puzzles",
        sa.Column("id", sa.String(8), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("moves", sa.JSON, nullable=False),
        sa.Column("theme", sa.Text, nullable=False),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("volatility", sa.Double, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_puzzles"),
    )
    op.create_index("ix_puzzles_game_rating", "puzzles", ["game", "rating"])
    op.create_table(
        "puzzle_tries",
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("puzzle", sa.String(8), nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("account", "puzzle", name="pk_puzzle_tries"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_puzzle_tries_account"),
        sa.ForeignKeyConstraint(["puzzle"], ["puzzles.id"], name="fk_puzzle_tries_puzzle"),
    )
    op.create_table(
        "streaks",
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("best", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("account", "game", name="pk_streaks"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_streaks_account"),
    )


def tournaments() -> None:
    """Add tournaments, entrants and pairings."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(8), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("format", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("time_control", sa.Text, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("minutes", sa.Integer, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("organiser", sa.Integer, nullable=False),
        sa.Column("class_id", sa.String(8)),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("starts", MOMENT, nullable=False),
        sa.Column("started", MOMENT),
        sa.Column("ended", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        sa.ForeignKeyConstraint(["organiser"], ["accounts.id"], name="fk_tournaments_organiser"),
    )
    op.create_index("ix_tournaments_ended_starts", "tournaments", ["ended", "starts"])
    op.create_index("ix_tournaments_class_id", "tournaments", ["class_id"])
    op.create_table(
        "entrants",
        sa.Column("tournament", sa.String(8), nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("joined", MOMENT, nullable=False),
        sa.Column("withdrawn", MOMENT),
        sa.PrimaryKeyConstraint("tournament", "account", name="pk_entrants"),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="fk_entrants_tournament"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_entrants_account"),
    )
    op.create_table(
        "pairings",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("tournament", sa.String(8), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("second", sa.Integer),
        sa.Column("game_id", sa.String(8)),
        sa.Column("result", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pairings"),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="fk_pairings_tournament"),
        sa.ForeignKeyConstraint(["first"], ["accounts.id"], name="fk_pairings_first"),
        sa.ForeignKeyConstraint(["second"], ["accounts.id"], name="fk_pairings_second"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_pairings_game_id"),
    )
    op.create_index("ix_pairings_tournament", "pairings", ["tournament"])
    op.create_index("ix_pairings_game_id", "pairings", ["game_id"])


def classes() -> None:
    """Add classes and their members."""
    op.create_table(
        "classes",
        sa.Column("id", sa.String(8), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("code", sa.String(8), nullable=False),
        sa.Column("teacher", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("time_control", sa.Text, nullable=False),
        sa.Column("hour", sa.Integer, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_classes"),
        sa.UniqueConstraint("code", name="uq_classes_code"),
        sa.ForeignKeyConstraint(["teacher"], ["accounts.id"], name="fk_classes_teacher"),
    )
    op.create_table(
        "members",
        sa.Column("class_id", sa.String(8), nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("joined", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("class_id", "account", name="pk_members"),
        sa.ForeignKeyConstraint(["class_id"], ["classes.id"], name="fk_members_class_id"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_members_account"),
    )
