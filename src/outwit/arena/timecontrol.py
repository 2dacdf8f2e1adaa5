"""Time controls and the clocks of a game."""

from __future__ import annotations

from outwit.core.value import Value
from outwit.errors import UsageError
from outwit.players.allowance import Allowance

# Seconds that a move may be late, for the transfer between processes.
MARGIN = 0.05
# Seconds of a day, and the most days for a move.
DAY, MOST_DAYS = 86_400, 14
# The time control unless another is chosen: nobody waits for ever for a program that hangs.
DEFAULT_TIME = "5/move"


class TimeControl(Value):
    """Seconds per move, or seconds per game with an increment per move, or no limit."""

    move: float | None = None
    game: float | None = None
    increment: float = 0.0

    @property
    def is_unlimited(self) -> bool:
        """Tell whether there is no time limit."""
        return self.move is None and self.game is None

    @property
    def is_slow(self) -> bool:
        """Tell whether a player has a day or more for each move."""
        return self.move is not None and self.move >= DAY

    def __str__(self) -> str:
        if self.game is not None:
            return f"{self.game:.12g}+{self.increment:.12g}"
        return "unlimited" if self.move is None else f"{self.move:.12g}/move"


def read_time_control(text: str) -> TimeControl:
    """Read ``60+0.5`` (a game, and per move), ``0.1/move`` or ``unlimited``; raise UsageError.

    >>> read_time_control("60+0.5")
    TimeControl(game=60.0, increment=0.5)
    >>> print(read_time_control("0.1/move"))
    0.1/move
    """
    if text == "unlimited":
        return TimeControl()
    try:
        if text.endswith("/move"):
            control = TimeControl(move=float(text.removesuffix("/move")))
        else:
            seconds, _, increment = text.partition("+")
            control = TimeControl(game=float(seconds), increment=float(increment or 0))
    except ValueError:
        control = TimeControl(move=-1.0)
    most = MOST_DAYS * DAY if control.move else 1e6
    if not 0 < (control.move or control.game or 0) <= most or not 0 <= control.increment <= 1e6:
        raise UsageError(
            f"time {text[:40]!r} is not a time control such as 60+0.5, 0.1/move or unlimited"
        )
    return control


class GameClock:
    """The clocks of both sides, in seconds."""

    def __init__(self, control: TimeControl, margin: float = MARGIN) -> None:
        self.control = control
        self.margin = margin
        seconds = control.game if control.game is not None else 0.0
        self.left = [seconds, seconds]

    def allowance(self) -> Allowance:
        """Return the time allowed for the next move."""
        control = self.control
        if control.game is None:
            return Allowance(move=control.move)
        return Allowance(
            clocks=(max(0.0, self.left[0]), max(0.0, self.left[1])),
            increments=(control.increment, control.increment),
        )

    def spend(self, side: int, seconds: float) -> bool:
        """Subtract a move's time from a side's clock; tell whether the move was in time."""
        if self.control.move is not None:
            return seconds <= self.control.move + self.margin
        if self.control.game is None:
            return True
        self.left[side] -= seconds
        in_time = self.left[side] >= -self.margin
        self.left[side] = max(0.0, self.left[side]) + self.control.increment
        return in_time
