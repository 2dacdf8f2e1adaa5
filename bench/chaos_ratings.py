"""Checks the ratings after a fault run: each rated game must have changed them once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from outwit.arena.timecontrol import read_time_control
from outwit.ratings.glicko import Glicko, GlickoGames, after_period
from outwit.records.record import UNFINISHED
from outwit.storage.ratings import POINTS, Rating, RatingPoint
from outwit.storage.stored import StoredGame
from outwit.storage.timeclass import time_class

# Largest difference of equal ratings: a database may round.
SAME = 1e-6
Pool = tuple[str, str]


@dataclass
class Book:
    """The stored ratings, and the stored change of each game."""

    ratings: dict[int, tuple[Rating, ...]] = field(default_factory=dict)
    # By account and game.
    changes: dict[tuple[int, str], RatingPoint] = field(default_factory=dict)


def check_ratings(stored: Mapping[str, StoredGame], book: Book) -> Iterator[tuple[str, str]]:
    """Recalculate the ratings of all rated games; yield each error and its game."""
    pools: dict[Pool, dict[str, StoredGame]] = defaultdict(dict)
    for key, game in stored.items():
        accounts = [seat.account for seat in game.setup.seats]
        changed = [(account, key) in book.changes for account in accounts if account is not None]
        if game.setup.rated and game.ended is not None and game.result != UNFINISHED:
            if not all(changed):
                yield "the game is rated, and has changed no rating", key
            else:
                pace = time_class(read_time_control(game.setup.time_control))
                pools[game.setup.game, pace][key] = game
        elif any(changed):
            yield "the game has changed a rating, and must not", key
    right: dict[tuple[int, Pool], tuple[Glicko, int]] = {}
    for pool, games in pools.items():
        yield from _replay(pool, games, book, right)
    for account, ratings in book.ratings.items():
        for rating in ratings:
            glicko, count = right.pop((account, (rating.game, rating.time_class)), (Glicko(), 0))
            if rating.games != count:
                yield f"account {account} has {rating.games} rated games, and played {count}", ""
            elif abs(rating.glicko.rating - glicko.rating) > SAME:
                yield (
                    (
                        f"account {account} has {rating.glicko.rating:.2f} in {rating.game}, "
                        f"and its games lead to {glicko.rating:.2f}"
                    ),
                    "",
                )
    for account, pool in right:
        yield f"account {account} has no rating in {pool[0]}, and played", ""


def _replay(
    pool: Pool,
    games: dict[str, StoredGame],
    book: Book,
    right: dict[tuple[int, Pool], tuple[Glicko, int]],
) -> Iterator[tuple[str, str]]:
    """Rate the games of a pool in the order that gives the stored numbers; there must be one.

    The stored times do not give the order, because the clocks jump.
    """
    remaining = dict(games)
    while remaining:
        for key, game in remaining.items():
            accounts = [seat.account or 0 for seat in game.setup.seats]
            before = [right.get((account, pool), (Glicko(), 0)) for account in accounts]
            after = [
                after_period(own[0], [GlickoGames(other[0], points)])
                for own, other, points in zip(
                    before, before[::-1], POINTS[game.result], strict=True
                )
            ]
            points = [book.changes[account, key] for account in accounts]
            # A draw of equal players keeps the ratings and changes the deviations.
            if all(
                abs(point.rating - glicko.rating) < SAME
                and abs(point.deviation - glicko.deviation) < SAME
                for point, glicko in zip(points, after, strict=True)
            ):
                break
        else:
            for key in remaining:
                yield "the rating after the game does not follow from those before", key
            return
        del remaining[key]
        for account, own, glicko, point in zip(accounts, before, after, points, strict=True):
            if abs(point.before - own[0].rating) > SAME:
                yield (
                    (
                        f"account {account} is shown {point.before:.2f} as its rating before, "
                        f"and had {own[0].rating:.2f}"
                    ),
                    key,
                )
            right[account, pool] = glicko, own[1] + 1
