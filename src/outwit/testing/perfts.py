"""The perft counts in a game's ``perft.json``.

The file is a list of positions, each with its options where they matter, and with the number of
lines of 1, 2, 3 … moves:

    [{"position": "x5o/7/7/7/7/7/o5x x 0 1", "options": {"clock": "25"}, "counts": [16, 256]}]
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from outwit.core.argument import of_type, whole
from outwit.core.perft import divide, perft
from outwit.errors import GameFault
from outwit.testing.folder import folder_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from outwit.core.game import Game

FILE = "perft.json"


class PerftCase(NamedTuple):
    """A position, and the number of lines of play of each length that it has.

    Args:
        game: The game.
        position: The text of the position.
        options: The options of the game.
        counts: The numbers of lines of 1, 2, 3 … moves.

    >>> import outwit
    >>> PerftCase(outwit.game("ataxx"), "x5o/7/7/7/7/7/o5x x 0 1", {}, (16, 256)).counts
    (16, 256)
    """

    game: Game
    position: str
    options: dict[str, object]
    counts: tuple[int, ...]

    def __str__(self) -> str:
        values = [f"{name}={value}" for name, value in self.options.items()]
        return " ".join([self.position, *values])


def perft_cases(game: Game) -> Iterator[PerftCase]:
    """Yield the cases in ``perft.json`` in the folder of a game.

    Args:
        game: The game.

    Raises:
        GameFault: The file is missing.

    >>> import outwit
    >>> next(perft_cases(outwit.game("ataxx"))).position
    'x5o/7/7/7/7/7/o5x x 0 1'
    """
    path = folder_of(game) / FILE
    if not path.is_file():
        raise GameFault(f"{game.name} has no {FILE}")
    for case in json.loads(path.read_text(encoding="utf-8")):
        yield PerftCase(game, case["position"], case.get("options", {}), tuple(case["counts"]))


def check_perft(case: PerftCase, *, most: int | None = None) -> None:
    """Check the numbers of lines of a case.

    Args:
        case: The case.
        most: Numbers above this are not counted. Default: all are.

    Raises:
        GameFault: A number differs; the message shows the lines of each first move.

    >>> import outwit
    >>> check_perft(PerftCase(outwit.game("ataxx"), "x5o/7/7/7/7/7/o5x x 0 1", {}, (16, 256)))
    """
    of_type("case", case, PerftCase, "a PerftCase")
    most = None if most is None else whole("most", most, 0)
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
