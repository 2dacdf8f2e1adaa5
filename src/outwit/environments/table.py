"""One game for an environment: its actions, masks, observations and pictures as arrays."""

from __future__ import annotations

from io import BytesIO
from operator import index
from typing import TYPE_CHECKING, Any

from outwit.core.actions import Actions
from outwit.core.excerpt import excerpt
from outwit.core.game import Game
from outwit.core.observing import planes_of
from outwit.drawing.raster import draw_png
from outwit.environments.packages import package
from outwit.errors import IllegalMove, UsageError
from outwit.players.engines import named_game

if TYPE_CHECKING:
    from numpy.typing import NDArray

# What ``render`` can return.
RENDER_MODES = ("ansi", "rgb_array", "svg")
# The longer side of a picture, in pixels.
PIXELS = 400
DTYPES = ("float32", "uint8")
# Plies after which a game is cut short, unless the caller says otherwise.
PLIES = 1_000


class Table:
    """A game being played, with actions as numbers and everything else as arrays.

    Args:
        game: A game or its name.
        dtype: ``float32`` for numbers from 0 to 1, ``uint8`` for those of the planes.
        options: Options of the game.
    """

    def __init__(self, game: Game | str, dtype: str, options: dict[str, Any]) -> None:
        np = package("numpy")
        if dtype not in DTYPES:
            raise UsageError(f"dtype: {excerpt(dtype)} is neither float32 nor uint8")
        self.game = named_game(game)
        self.start = self.game.start(**options)
        self.options = options
        self.actions = Actions(self.start)
        self.size = self.actions.size
        self.planes = self.start.planes
        if not self.planes:
            raise UsageError(f"{self.game.name} has no planes to observe")
        board = self.start.board
        self.shape = (len(self.planes), board.rows, board.columns)
        self.dtype = np.dtype(dtype)
        most = [plane.most for plane in self.planes]
        self.most = np.array(most, self.dtype).reshape(-1, 1, 1)
        self.position = self.start.copy()

    @property
    def numpy(self) -> Any:
        """Return numpy; a module that is kept would keep a table from being copied."""
        return package("numpy")

    def begin(self, options: dict[str, Any] | None) -> None:
        """Set the pieces up, as the options of ``reset`` say or at the start."""
        text = checked_options(options, "position").get("position")
        position = self.start.copy()
        if text is not None:
            position = self.game.position(text, **position.options)
            self.actions.check(position)
        self.position = position

    def observation(self) -> NDArray[Any]:
        """Return what the side to move sees, as a new array."""
        np = self.numpy
        planes = np.frombuffer(planes_of(self.position), np.uint8).reshape(self.shape)
        found: NDArray[Any] = np.array(planes)
        if self.dtype != np.uint8:
            found = np.divide(planes, self.most, dtype=self.dtype)
        return found

    def space(self) -> Any:
        """Return the Gymnasium space of the observations."""
        spaces = package("gymnasium.spaces")
        high = self.numpy.ones(self.shape, self.dtype)
        if self.dtype == self.numpy.uint8:
            high *= self.most
        return spaces.Box(self.numpy.zeros(self.shape, self.dtype), high, dtype=self.dtype.type)

    def mask(self) -> NDArray[Any]:
        """Return 1 for each legal action, else 0, as int8."""
        np = self.numpy
        found: NDArray[Any] = np.frombuffer(self.actions.mask(self.position), np.int8).copy()
        return found

    def play(self, action: Any) -> bool:
        """Play an action; return False, and play nothing, if it is not legal.

        Raise UsageError for anything but a whole number.
        """
        try:
            number = index(action)
        except TypeError:
            raise UsageError(f"an action is a whole number, not {excerpt(action)}") from None
        if not 0 <= number < self.size:
            return False
        try:
            move = self.actions.move(self.position, number)
        except IllegalMove:
            return False
        self.position.play_number(move.number)
        return True

    def points(self, side: int) -> float:
        """Return 1 for a game that a side has won, -1 for one that it has lost, else 0."""
        outcome = self.position.outcome
        if outcome is None or outcome.winner is None:
            return 0.0
        return 1.0 if outcome.winner == side else -1.0

    def render(self, mode: str | None) -> Any:
        """Return a picture: text, SVG, or an array of pixels; None without a mode."""
        if mode is None:
            return None
        position = self.position
        if mode == "ansi":
            return f"{position}\n{position.status}\n"
        if mode == "svg":
            return position.svg(size=PIXELS)
        with package("PIL.Image", "pillow").open(BytesIO(draw_png(position, size=PIXELS))) as image:
            return self.numpy.array(image.convert("RGB"))


def checked_options(options: object, *known: str) -> dict[str, Any]:
    """Return the options of ``reset``; raise UsageError for one that it does not know."""
    if options is None:
        return {}
    if not isinstance(options, dict):
        raise UsageError(f"options: a dictionary is expected, not {excerpt(options)}")
    for name in options:
        if name not in known:
            raise UsageError(f"options: reset has no {excerpt(name)}; it has {', '.join(known)}")
    return options


def checked_mode(mode: str | None) -> str | None:
    """Return a mode of rendering; raise UsageError if there is no such mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise UsageError(f"render_mode: {excerpt(mode)} is none of {', '.join(RENDER_MODES)}")
    return mode
