"""The table of the themes of puzzles, as the newest migration leaves it."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from outwit.storage.tables import ID_LENGTH, Table


class PuzzleThemes(Table):
    """The themes of each puzzle, by the codes that its game gives them."""

    __tablename__ = "puzzle_themes"
    __table_args__ = (Index("ix_puzzle_themes_theme", "theme"),)

    puzzle: Mapped[str] = mapped_column(
        String(ID_LENGTH), ForeignKey("puzzles.id"), primary_key=True
    )
    theme: Mapped[str] = mapped_column(String(32), primary_key=True)
