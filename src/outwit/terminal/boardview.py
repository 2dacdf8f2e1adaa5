"""The board widget: shows a position and reports clicked squares."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from outwit.core.board import Square
from outwit.core.position import Position
from outwit.drawing.palette import colours
from outwit.terminal.cells import Marks, Painter, fitting_height
from outwit.terminal.coordinates import column_names, row_names

LIGHT, DARK = "light", "dark"
# Rows of the frame (half a row above, a row of letters below), and columns at its right.
FRAME_ROWS, RIGHT = 2, 1
WHEEL = 2


class BoardView(Widget):
    """A board with a cursor; a board larger than the widget scrolls with the cursor.

    It knows no rules: the screen sets the marked squares in ``marks``.
    """

    DEFAULT_CSS = """
    BoardView { width: 1fr; height: 1fr; }
    """
    can_focus = True
    FOCUS_ON_CLICK = False

    class Clicked(Message):
        """A square was clicked, or selected with the keyboard."""

        def __init__(self, square: str) -> None:
            super().__init__()
            self.square = square

    def __init__(self, position: Position, *, flipped: bool = False) -> None:
        super().__init__()
        self.position = position
        self.flipped = flipped
        self.marks = Marks()
        # Row and column, on the screen, of the cursor and of the first visible square.
        self.place = (0, 0)
        self.first = (0, 0)
        self.shows_cursor = True
        self.painter: Painter | None = None
        self.lines: list[Strip] = []
        self._home()
        self._find_names()

    # Called by the screen.

    def show(self, position: Position, marks: Marks) -> None:
        """Show a position with marks; a board of another shape resets the cursor."""
        old, new = self.position.board, position.board
        fresh = (old.rows, old.columns) != (new.rows, new.columns)
        another = position.game != self.position.game
        if another:
            self.painter = None
        self.position, self.marks = position, marks
        if fresh:
            self._home()
        if fresh or another:
            self._find_names()
        self.redraw()

    def redraw(self) -> None:
        """Draw everything again."""
        self.lines = []
        self.refresh()

    def repaint(self) -> None:
        """Draw everything again, because the theme may have changed."""
        self.painter = None
        self.redraw()

    def flip(self) -> None:
        """Flip the board; the cursor stays on its square."""
        self.flipped = not self.flipped
        board = self.position.board
        self.place = (board.rows - 1 - self.place[0], board.columns - 1 - self.place[1])
        self.redraw()

    @property
    def cursor(self) -> str:
        """Return the square under the cursor, ``""`` where there is none."""
        square = self._square(*self.place)
        return "" if square is None else square.name

    def move_cursor(self, down: int, right: int) -> None:
        """Move the cursor to the next existing square in a direction, within the board."""
        board = self.position.board
        row, column = self.place[0] + down, self.place[1] + right
        while 0 <= row < board.rows and 0 <= column < board.columns:
            if self._square(row, column) is not None:
                self.place = (row, column)
                break
            row, column = row + down, column + right
        self.redraw()

    def put_cursor(self, name: str) -> None:
        """Put the cursor on a square."""
        square = self.position.board[name]
        self.place = self._seen(square)
        self.redraw()

    def press(self) -> None:
        """Click the square under the cursor."""
        if self.cursor:
            self.post_message(self.Clicked(self.cursor))

    # Called by Textual.

    def render_line(self, y: int) -> Strip:
        """Return a line of the screen."""
        if not self.lines:
            self.lines = self._draw()
        if y < len(self.lines):
            return self.lines[y]
        return Strip.blank(self.size.width, self.visual_style.rich_style)

    def on_resize(self) -> None:
        """Recompute the size of the squares."""
        self.repaint()

    def on_click(self, event: events.Click) -> None:
        """Click a square with the mouse."""
        name = self.square_at(event.x, event.y)
        if name:
            self.put_cursor(name)
            self.press()

    def on_mouse_scroll_down(self) -> None:
        """Scroll a large board down."""
        self._scroll(WHEEL)

    def on_mouse_scroll_up(self) -> None:
        """Scroll a large board up."""
        self._scroll(-WHEEL)

    def square_at(self, x: int, y: int) -> str:
        """Return the square at a place of the widget, ``""`` where there is none."""
        left, top, tall = self._corner()
        row = (y - top - 1) // tall
        column = (x - left - self._margin()) // (2 * tall + 1)
        rows, columns = self._window(tall)
        if not (0 <= row < rows and 0 <= column < columns):
            return ""
        square = self._square(self.first[0] + row, self.first[1] + column)
        return "" if square is None else square.name

    def place_of(self, name: str) -> tuple[int, int]:
        """Return the middle of a visible square as x and y."""
        left, top, tall = self._corner()
        row, column = self._seen(self.position.board[name])
        x = left + self._margin() + (column - self.first[1]) * (2 * tall + 1) + tall
        return x, top + 1 + (row - self.first[0]) * tall + (tall - 1) // 2

    # Layout.

    def _home(self) -> None:
        """Put the cursor in the middle."""
        board = self.position.board
        self.place = (board.rows // 2, board.columns // 2)
        self.first = (0, 0)

    def _find_names(self) -> None:
        """Compute the names of rows and columns, which are the same for all positions."""
        self.row_names = row_names(self.position.board)
        self.column_names = column_names(self.position.board)

    def _seen(self, square: Square) -> tuple[int, int]:
        board = self.position.board
        if self.flipped:
            return board.rows - 1 - square.row, board.columns - 1 - square.column
        return square.row, square.column

    def _square(self, row: int, column: int) -> Square | None:
        board = self.position.board
        if self.flipped:
            row, column = board.rows - 1 - row, board.columns - 1 - column
        return board.at(row, column)

    def _margin(self) -> int:
        """Return the width of the frame at the left, in columns."""
        return max(map(len, self.row_names)) + 2

    def _tall(self) -> int:
        board = self.position.board
        width = self.size.width - self._margin() - RIGHT
        return fitting_height(board.rows, board.columns, width, self.size.height - FRAME_ROWS)

    def _window(self, tall: int) -> tuple[int, int]:
        """Return the number of visible rows and columns of squares."""
        board = self.position.board
        height = (self.size.height - FRAME_ROWS) // tall
        width = (self.size.width - self._margin() - RIGHT) // (2 * tall + 1)
        return min(board.rows, max(1, height)), min(board.columns, max(1, width))

    def _corner(self) -> tuple[int, int, int]:
        """Return the place of the top left corner of the frame, and the height of squares."""
        tall = self._tall()
        rows, columns = self._window(tall)
        width = self._margin() + columns * (2 * tall + 1) + RIGHT
        height = rows * tall + FRAME_ROWS
        left = max(0, (self.size.width - width) // 2)
        return left, max(0, (self.size.height - height) // 2), tall

    def _scroll(self, rows: int) -> None:
        """Move the window, and with it the cursor."""
        if self._window(self._tall())[0] < self.position.board.rows:
            self.move_cursor(rows, 0)

    def _keep_in_sight(self, rows: int, columns: int) -> None:
        """Scroll so that the cursor is visible, with one square around it if possible."""
        board = self.position.board
        first = []
        for at, start, seen, total in (
            (self.place[0], self.first[0], rows, board.rows),
            (self.place[1], self.first[1], columns, board.columns),
        ):
            room = 1 if seen > 2 else 0
            moved = max(min(start, at - room), at + room + 1 - seen)
            first.append(max(0, min(moved, total - seen)))
        self.first = (first[0], first[1])

    def _draw(self) -> list[Strip]:
        left, top, tall = self._corner()
        rows, columns = self._window(tall)
        self._keep_in_sight(rows, columns)
        plain = self.app.no_color
        theme = DARK if self.app.current_theme.dark else LIGHT
        if self.painter is None or self.painter.height != tall:
            coarse = self.app.console.color_system == "256"
            self.painter = Painter(
                self.position.game, theme, tall, plain=plain, coarse=coarse and not plain
            )
        roles = colours(self.position.game.parts.look, theme)
        blank = self.visual_style.rich_style
        table = Style() if plain else Style(bgcolor=blank.bgcolor)
        frame = Style() if plain else Style(color=roles["frame_ink"], bgcolor=self.painter.frame)
        edge = Style() if plain else Style(color=self.painter.frame, bgcolor=blank.bgcolor)
        marks = self.marks.replace(cursor=self.cursor if self.shows_cursor else "")
        margin = self._margin()
        wide = 2 * tall + 1
        around = margin + columns * wide + RIGHT
        lines = [[Segment(" " * self.size.width, table)] for _ in range(top)]
        lines.append(self._line(left, [Segment((" " if plain else "▄") * around, edge)], table))
        names = self.row_names[::-1] if self.flipped else self.row_names
        for row in range(self.first[0], self.first[0] + rows):
            cells = []
            for column in range(self.first[1], self.first[1] + columns):
                square = self._square(row, column)
                cells.append(
                    [[Segment(" " * wide, frame)]] * tall
                    if square is None
                    else self.painter.cell(square, marks)
                )
            for part in range(tall):
                name = names[row] if part == (tall - 1) // 2 else ""
                segments = [Segment(f" {name:>{margin - 2}} ", frame)]
                for cell in cells:
                    segments += cell[part]
                segments.append(Segment(" " * RIGHT, frame))
                lines.append(self._line(left, segments, table))
        letters = self.column_names[::-1] if self.flipped else self.column_names
        seen = letters[self.first[1] : self.first[1] + columns]
        foot = " " * margin + "".join(f"{letter:^{wide}}" for letter in seen) + " " * RIGHT
        lines.append(self._line(left, [Segment(foot, frame)], table))
        return [Strip(line).adjust_cell_length(self.size.width, table) for line in lines]

    def _line(self, left: int, segments: list[Segment], table: Style) -> list[Segment]:
        return [Segment(" " * left, table), *segments]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Use all available space."""
        return container.height
