"""The perft counts in a game's ``perft.json``.

The file is a list of positions, each with its options where they matter, and with the number of
lines of 1, 2, 3 … moves:

    [{"position": "x5o/7/7/7/7/7/o5x x 0 1", "options": {"clock": "25"}, "counts": [16, 256]}]
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from outwit.core.perft import divide, perft
from outwit.errors import GameFault
from outwit.testing.folder import folder_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from outwit.core.game import Game

FILE = "perft.json"


class PerftCase(NamedTuple):
    """A position and how many lines of each length it has."""

    game: Game
    position: str
    options: dict[str, object]
    counts: tuple[int, ...]

    def __str__(self) -> str:
        values = [f"{name}={value}" for name, value in self.options.items()]
        return " ".join([self.position, *values])


def perft_cases(game: Game) -> Iterator[PerftCase]:
    """Yield the cases of a game's file."""
    path = folder_of(game) / FILE
    if not path.is_file():
        raise GameFault(f"{game.name} has no {FILE}")
    for case in json.loads(path.read_text(encoding="utf-8")):
        yield PerftCase(game, case["position"], case.get("options", {}), tuple(case["counts"]))


def check_perft(case: PerftCase, *, most: int | None = None) -> None:
    """Count the lines, unless more than ``most`` are promised; raise GameFault if they differ."""
    position = case.game.position(case.position, **case.options)
    for depth, expected in enumerate(case.counts, 1):
        if most is not None and expected > most:
            continue
        found = perft(position, depth)
        if found != expected:
            lines = [f"{move} {count}" for move, count in divide(position, depth)]
            raise GameFault(
                f"{case.game.name}: perft {depth} is {found}, not {expected}; position {case}\n"
                + "\n".join(lines)
            )
