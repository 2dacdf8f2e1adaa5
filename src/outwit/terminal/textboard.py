"""A board as text, with optional colour, seen from either side."""

from __future__ import annotations

from itertools import groupby

from outwit.core.counting import counted
from outwit.core.position import Position
from outwit.core.side import SIDES
from outwit.drawing.palette import colours, of_side
from outwit.errors import GameFault
from outwit.terminal.colour import RESET, letter_ink, style
from outwit.terminal.layout import Layout, find_layout

# Escape codes by line and column.
Styles = dict[tuple[int, int], str]


def text_board(position: Position, *, coloured: bool = False, flipped: bool = False) -> str:
    """Return the text of a position; with ``coloured``, pieces have their sides' colours.

    Colour marks the squares of the last move. With ``flipped`` the second side is at the bottom.
    If the squares cannot be found in the text, the text is returned unchanged.
    """
    text = str(position)
    layout = layout_of(position) if coloured or flipped else None
    if layout is None:
        return text
    board = position.board
    lines = text.split("\n")
    if flipped:
        lines = flip(lines, layout, board.rows, board.columns)
    if coloured:
        lines = paint(lines, styles_of(position, layout, flipped=flipped))
    return "\n".join(lines)


def layout_of(position: Position) -> Layout | None:
    """Return the layout of the squares in a position's text, None if it cannot be determined."""
    try:
        board = position.board
    except GameFault:
        return None  # a game without a board
    return find_layout(str(position), board)


def styles_of(position: Position, layout: Layout, *, flipped: bool) -> Styles:
    """Return the styles of pieces and of the last move, including both sides of its squares."""
    roles = colours(position.game.parts.look, "light")
    accent = style(roles["ink"], roles["accent"])
    sides = [of_side(roles, side) for side in SIDES]
    owners = [style(letter_ink(roles, side), roles["body"]) for side, roles in enumerate(sides)]
    last = position.last_move
    marked = () if last is None else last.squares
    pieces: Styles = {}
    marks: Styles = {}
    board = position.board
    for square in board:
        shown = square
        if flipped:
            row, column = board.rows - 1 - square.row, board.columns - 1 - square.column
            shown = square.replace(row=row, column=column)
        line, begin = layout.place(shown)
        inside = range(begin, begin + layout.width)
        if square.owner is not None:
            pieces |= {(line, column): owners[square.owner] for column in inside}
        if square.name in marked:
            around = range(begin - 1, begin + layout.width + 1)
            marks |= {(line, column): accent for column in around}
    return marks | pieces


def paint(lines: list[str], styles: Styles) -> list[str]:
    """Return lines with the escape codes of their styles."""
    painted = []
    for row, line in enumerate(lines):
        runs = groupby(range(len(line)), lambda column: styles.get((row, column), ""))  # noqa: B023
        parts = []
        for code, columns in runs:
            text = "".join(line[column] for column in columns)
            parts.append(f"{code}{text}{RESET}" if code else text)
        painted.append("".join(parts))
    return painted


def flip(lines: list[str], layout: Layout, rows: int, columns: int) -> list[str]:
    """Return the lines of a board, with coordinates, as seen from the other side."""
    step, begin = layout.column_step, layout.column
    stop = begin + columns * step
    turned = []
    for line in lines:
        full = f"{line:{stop}}"
        # The text between two squares stays between them.
        cells = [full[i : i + layout.width] for i in range(begin, stop, step)][::-1]
        gaps = [full[i + layout.width : i + step] for i in range(begin, stop, step)]
        inside = "".join(cell + gap for cell, gap in zip(cells, gaps, strict=True))
        turned.append((full[:begin] + inside + full[stop:]).rstrip())
    first = layout.line
    last = first + (rows - 1) * layout.line_step
    turned[first : last + 1] = turned[first : last + 1][::-1]
    return turned


def status_line(position: Position) -> str:
    """Return one line: the side to move and the number of legal moves, or the result."""
    if position.outcome is not None:
        return position.status
    return f"{position.status}, {counted(position.count_moves(), 'legal move')}"
