"""One rematch for each game, and keys that all processes share."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "004"
down_revision = "003"

# The first rematch keeps its link; later ones become independent games.
LATER = """
UPDATE games SET rematch_of = NULL WHERE EXISTS (
    SELECT 1 FROM games AS other
    WHERE other.rematch_of = games.rematch_of
    AND (other.created < games.created OR other.created = games.created AND other.id < games.id)
)
"""


def upgrade() -> None:
    """Make rematches unique, and add keys."""
    op.execute(LATER)
    op.drop_index("ix_games_rematch_of", "games")
    op.create_index("ix_games_rematch_of", "games", ["rematch_of"], unique=True)
    op.create_table(
        "keys",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_keys"),
    )
