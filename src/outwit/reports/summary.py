"""Everything there is to say about a tournament once it is over, or so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from outwit.core.value import Value
from outwit.ratings.glicko import Glicko, rate_period
from outwit.ratings.rating import Rating, rate
from outwit.ratings.scores import Scores, Tally
from outwit.reports.crosstable import Crosstable, crosstable


class Forfeit(Value):
    """Games a player lost by the same kind of fault, with what one of them left as evidence.

    ``kind`` is the code of an error, such as ``bot-timeout``.
    """

    player: int
    kind: str
    count: int
    evidence: str = ""


class Summary(Value):
    """A tournament in numbers; ``ratings`` and ``glicko`` have one for each player, by number.

    ``settings`` is what it was played by, as JSON knows it: texts, numbers, lists, mappings.
    ``terminations`` counts games by how they ended, ``plies`` is their average length.
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
    """Compute a tournament's table and ratings; ``glicko`` are the players' ratings before it."""
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
