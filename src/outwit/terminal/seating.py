"""The sides that persons play in a game."""

from __future__ import annotations

from outwit.arena.livegame import LiveGame
from outwit.players.allowance import Allowance

# Default seconds of the engine for a move without a clock, and for a hint.
SECONDS = 1.0


def persons(live: LiveGame) -> list[int]:
    """Return the sides that persons play."""
    return [side for side in (0, 1) if live.seats[side].bot is None]


def reader(live: LiveGame) -> int | None:
    """Return the side of the only person, whom result messages address; None without one."""
    sides = persons(live)
    return sides[0] if len(sides) == 1 else None


def sits_above(live: LiveGame) -> bool:
    """Tell whether to flip the board for the only person.

    This is so if that person plays the second side and the sides start at opposite ends.
    """
    if persons(live) != [1]:
        return False
    rows: tuple[list[int], list[int]] = ([], [])
    start = live.game.position(live.position.beginning, **live.position.options)
    for square in start.board:
        if square.owner is not None:
            rows[square.owner].append(square.row)
    if not rows[0] or not rows[1]:
        return False
    return sum(rows[0]) / len(rows[0]) > sum(rows[1]) / len(rows[1])


def allowance(live: LiveGame, seconds: float = SECONDS) -> Allowance:
    """Return the time for a bot's move; without a clock the engine gets ``seconds``."""
    spec = live.seats[live.position.turn].bot
    if spec is not None and spec.kind == "engine" and live.control.is_unlimited:
        has_limits = any(key not in ("level", "book") for key, _ in spec.settings)
        return Allowance() if has_limits else Allowance(move=seconds)
    return live.allowance()


def resigning_side(live: LiveGame) -> int | None:
    """Return the side for which a person can resign, None if there is none."""
    sides = persons(live)
    if live.is_over or not sides:
        return None
    return int(live.position.turn) if len(sides) == 2 else sides[0]
