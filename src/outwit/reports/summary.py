"""The summary of a tournament, finished or not: table, ratings, forfeits, counts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from outwit.arena.store import POINTS, Store
from outwit.core.value import Value
from outwit.ratings.crosstable import Crosstable, crosstable
from outwit.ratings.glicko import Glicko, rate_period
from outwit.ratings.pentanomial import Pentanomial
from outwit.ratings.rating import Rating, rate
from outwit.ratings.scores import Scores, Tally
from outwit.records.reader import read_records

# Of each kind of fault of each player, this much of one record is shown.
LONGEST_EVIDENCE = 2_000
EVIDENCE = ("Fault", "Board", "Move", "ExitStatus", "StandardError", "Output")


class Forfeit(Value):
    """The games that a player forfeited by one kind of fault, with the evidence of one game.

    ``kind`` is the code of an error, such as ``bot-timeout``.
    """

    player: int
    kind: str
    count: int
    evidence: str = ""


class Summary(Value):
    """The numbers of a tournament; ``ratings`` and ``glicko`` are by player.

    ``settings`` is the manifest as JSON values. ``terminations`` counts games by their
    termination, ``plies`` is the average length.
    """

    name: str
    game: str
    crosstable: Crosstable = Crosstable()
    ratings: tuple[Rating, ...] = ()
    glicko: tuple[Glicko, ...] = ()
    forfeits: tuple[Forfeit, ...] = ()
    games: int = 0
    first_side: Tally = Tally()
    terminations: Mapping[str, int] = {}
    plies: float = 0.0
    settings: Mapping[str, Any] = {}


def summarise(
    name: str,
    game: str,
    names: Sequence[str],
    scores: Scores,
    *,
    forfeits: Sequence[Forfeit] = (),
    terminations: Mapping[str, int] | None = None,
    plies: float = 0.0,
    settings: Mapping[str, Any] | None = None,
    glicko: Sequence[Glicko] = (),
    seed: int = 1,
) -> Summary:
    """Compute table and ratings of a tournament; ``glicko`` are the ratings before it."""
    everybody = scores
    if scores.players < len(names):
        everybody = Scores(len(names))
        everybody.update(scores)
    return Summary(
        name,
        game,
        crosstable(names, everybody),
        tuple(rate(everybody, seed=seed)),
        rate_period(glicko, everybody),
        tuple(sorted(forfeits, key=lambda forfeit: (forfeit.player, forfeit.kind))),
        everybody.games,
        everybody.first_side,
        dict(terminations or {}),
        plies,
        dict(settings or {}),
    )


def scores_of(store: Store) -> Scores:
    """Return the results in a tournament's file, counted."""
    scores = Scores(len(store.manifest.bots))
    for _, first, second, points in store.results():
        scores.add(first, second, points)
    return scores


def pairs_of(store: Store) -> Pentanomial:
    """Return the pairs of games of a match, counted by the points of the first bot."""
    counts = [0] * 5
    points: dict[int, float] = {}
    for number, first, _, won in store.results():
        points[number] = won if first == 0 else 1 - won
        other = number ^ 1
        if other in points:
            counts[int(2 * (points.pop(number) + points.pop(other)))] += 1
    return Pentanomial((counts[0], counts[1], counts[2], counts[3], counts[4]))


def summary_of(store: Store) -> Summary:
    """Return the summary of the games in a tournament's file."""
    manifest = store.manifest
    scores = Scores(len(manifest.bots))
    counted: Counter[str] = Counter()
    plies = 0
    for _, _, first, second, _, result, termination, length, _ in store.rows():
        scores.add(first, second, POINTS[result])
        counted[termination] += 1
        plies += length
    terminations = dict(sorted(counted.items(), key=lambda item: (-item[1], item[0])))
    return summarise(
        manifest.name,
        manifest.game,
        [bot.name for bot in manifest.bots],
        scores,
        forfeits=forfeits_of(store),
        terminations=terminations,
        plies=plies / max(1, counted.total()),
        settings=json.loads(manifest.to_json()),
        seed=manifest.seed,
    )


def forfeits_of(store: Store) -> list[Forfeit]:
    """Count forfeits by player and kind, each with the evidence of its first game."""
    rows = store.query(
        "select fault_of, termination, count(*), min(number) from games"
        " where fault_of is not null group by fault_of, termination order by 1, 2"
    )
    return [
        Forfeit(player, kind, count, evidence_in(store.record(number)))
        for player, kind, count, number in rows
    ]


def evidence_in(text: str) -> str:
    """Return the tags of a record that describe a fault, a line each."""
    record = next(iter(read_records(text.splitlines())), None)
    if record is None:
        return ""
    lines = [f"{name}: {record.tags[name]}" for name in EVIDENCE if name in record.tags]
    return "\n".join(lines)[:LONGEST_EVIDENCE]
