"""The games that a page shows: all of them, or the most interesting and the latest."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from outwit.ratings.rating import Rating
from outwit.reports.played import Played

# More would make a page slow to write and to open.
MOST_GAMES, MOST_PLIES = 1_000, 50_000
# Most plies of a selection, so that it is made quickly if not all games can be shown.
CHOSEN_PLIES = 10_000


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
    most_plies = min(most_plies, CHOSEN_PLIES)
    elos = [rating.elo for rating in ratings]
    upsets = sorted(games, key=lambda game: game.surprise(elos), reverse=True)
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
