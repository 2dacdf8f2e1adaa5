"""The games that a page shows: all of them, or the most interesting and the latest."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from outwit.core.value import Value
from outwit.ratings.rating import Rating
from outwit.records.record import FIRST_WON, SECOND_WON

# More would make a page slow to write and to open.
MOST_GAMES, MOST_PLIES = 1_000, 50_000


class Played(Value):
    """A finished game without its moves; players are numbers."""

    number: int
    round: int
    first: int
    second: int
    result: str
    termination: str
    plies: int
    fault_of: int | None = None

    @property
    def points(self) -> float:
        """Return the points of the first player."""
        return {FIRST_WON: 1.0, SECOND_WON: 0.0}.get(self.result, 0.5)


def select(
    games: Sequence[Played],
    ratings: Sequence[Rating],
    most: int = MOST_GAMES,
    most_plies: int = MOST_PLIES,
) -> list[Played]:
    """Return games to show, in their order.

    If there are too many, upsets, long games and the latest ones are taken in turn.
    """
    if len(games) <= most and sum(game.plies for game in games) <= most_plies:
        return list(games)

    def surprise(game: Played) -> float:
        gap = ratings[game.first].elo - ratings[game.second].elo
        return gap * (0.5 - game.points)

    upsets = sorted(games, key=surprise, reverse=True)
    longest = sorted(games, key=lambda game: -game.plies)
    kept: dict[int, Played] = {}
    plies = 0
    for game in chain.from_iterable(zip(upsets, longest, reversed(games), strict=True)):
        if game.number in kept or plies + game.plies > most_plies:
            continue
        if len(kept) == most:
            break
        kept[game.number] = game
        plies += game.plies
    return [kept[number] for number in sorted(kept)]
