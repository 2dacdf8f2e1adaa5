"""The pairings of a tournament, round by round, with links to the games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from outwit.core.counting import counted
from outwit.core.value import Value
from outwit.reports.album import Album
from outwit.reports.played import Played
from outwit.reports.summary import Summary

# With more games than this, only those that can be stepped through are listed.
MOST_LISTED = 4_000
# Of a round with more encounters than this, the list is closed at first.
MOST_OPEN = 12
POINTS = {1.0: "1", 0.5: "½", 0.0: "0"}
KINDS = {1.0: "won", 0.5: "drawn", 0.0: "lost"}


class Chip(Value):
    """A game in an encounter: its number from 1, its result, and whether it can be opened."""

    number: int
    kind: str
    title: str
    points: str
    is_link: bool


class Encounter(Value):
    """Two players, their points, and their games in a round."""

    one: str
    other: str
    points: str
    other_points: str
    chips: Sequence[Chip]


class Round(Value):
    """A round, counted from 1."""

    number: int
    games: str
    is_open: bool
    encounters: Sequence[Encounter]


class Pairings(Value):
    """The rounds; ``left_out`` says how many games are not listed, if any."""

    rounds: Sequence[Round]
    left_out: str


def rounds(summary: Summary, album: Album) -> Pairings | None:
    """Return the rounds, each with its encounters, if a game has been played."""
    games: Sequence[Played] = album.played
    if not games:
        return None
    names = {row.player: row.name for row in summary.crosstable.rows}
    left_out = ""
    if len(games) > MOST_LISTED:
        left_out = counted(len(games) - len(album.shown), "more game")
        games = [game for game in games if game.number in album.shown]
    order = sorted(games, key=lambda game: (game.round, game.number))
    found: list[Round] = []
    for number, group in groupby(order, lambda game: game.round):
        met: dict[frozenset[int], list[Played]] = {}
        for game in group:
            met.setdefault(frozenset((game.first, game.second)), []).append(game)
        played = counted(sum(map(len, met.values())), "game")
        encounters = [_encounter(encounter, names, album) for encounter in met.values()]
        found.append(Round(number + 1, played, not found and len(met) <= MOST_OPEN, encounters))
    return Pairings(found, left_out)


def _encounter(games: list[Played], names: Mapping[int, str], album: Album) -> Encounter:
    first, second = games[0].first, games[0].second
    one, other = names.get(first, str(first)), names.get(second, str(second))
    shares = [game.points if game.first == first else 1 - game.points for game in games]
    chips = [
        Chip(
            game.number + 1,
            KINDS[share],
            f"Game {game.number + 1}: {one} {KINDS[share]}",
            POINTS[share],
            game.number in album.shown,
        )
        for game, share in zip(games, shares, strict=True)
    ]
    points = sum(shares)
    return Encounter(one, other, f"{points:g}", f"{len(games) - points:g}", chips)
