"""The move list of a game; a click on a move shows the position after it."""

from __future__ import annotations

from textwrap import wrap

from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from outwit.core.move import Move
from outwit.core.position import Position

# Width of a move's number, in columns.
NUMBER = 4


class MoveList(OptionList):
    """Lists moves by their labels."""

    DEFAULT_CSS = """
    MoveList {
        height: 1fr; border: none; padding: 0; background: $background;
        scrollbar-gutter: stable;
    }
    MoveList > .option-list--option { padding: 0; }
    MoveList > .option-list--option-highlighted { background: $accent 30%; color: $foreground; }
    """
    can_focus = False

    def __init__(self) -> None:
        super().__init__()
        self.moves: list[Move] = []
        self.wide = 0

    def show(self, position: Position, ply: int) -> None:
        """List the moves played in a position, and mark the move before a ply."""
        if self.wide != self.scrollable_content_region.width:
            self.moves, self.wide = [], self.scrollable_content_region.width
            self.clear_options()
        played = position.played
        if tuple(move.text for move in self.moves) != played:
            last = position.last_move
            if last is not None and tuple(move.text for move in self.moves) == played[:-1]:
                self.moves.append(last)
                self.add_option(self._option(len(self.moves), last))
            else:
                self._list(position)
        self.highlighted = ply - 1 if 0 < ply <= len(self.moves) else None
        if ply and ply == len(self.moves):
            self.scroll_end(animate=False)

    def on_resize(self) -> None:
        """Keep the marked move visible."""
        self.call_after_refresh(self.scroll_to_highlight)

    def _list(self, position: Position) -> None:
        board = position.copy()
        self.moves = [board.undo() for _ in position.played][::-1]
        self.clear_options()
        self.add_options([self._option(ply, move) for ply, move in enumerate(self.moves, 1)])

    def _option(self, ply: int, move: Move) -> Option:
        lines = wrap(move.label, max(10, self.wide - NUMBER))
        words = f"\n{' ' * NUMBER}".join(lines)
        return Option(Content.assemble((f"{ply:>{NUMBER - 1}} ", "$soft"), words))
