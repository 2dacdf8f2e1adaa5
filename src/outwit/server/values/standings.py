"""The standings of a tournament on the portal.

Round robin: points, direct encounter, Sonneborn–Berger, as in ``outwit.arena``'s crosstable.
Swiss: points, Buchholz, Sonneborn–Berger. Arena: points, doubled in a streak, then performance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from outwit.core.value import Value
from outwit.ratings.crosstable import Crosstable, crosstable
from outwit.ratings.elo import elo_of
from outwit.ratings.glicko import CENTRE
from outwit.ratings.scores import Scores, Tally
from outwit.records.endings import OUT_OF_TIME
from outwit.records.record import DRAWN, FIRST_WON, SECOND_WON
from outwit.storage.progress import ARENA, BYE, SWISS, VOID, Entrant, Pairing, Progress

SHARES = {FIRST_WON: 1.0, DRAWN: 0.5, SECOND_WON: 0.0}
# Wins in a row after which points in an arena (win 2, draw 1) are doubled.
STREAK = 2
# Greatest distance of a performance from the opponents' average rating.
FARTHEST = 400.0


class Encounter(Value):
    """The result of one pairing for one player.

    ``share`` is 1, ½ or 0, None for a bye or a running game. ``points`` are the points in the
    tournament. ``opponent`` is None for a bye.
    """

    round: int
    opponent: Entrant | None
    share: float | None
    points: float
    is_over: bool
    moved_first: bool
    game_id: str | None
    lost_on_time: bool


class Line(Value):
    """A player's line; ``buchholz`` applies to a Swiss, ``on_fire`` to an arena."""

    rank: int
    entrant: Entrant
    points: float
    tally: Tally
    buchholz: float
    direct: float
    sonneborn: float
    performance: int | None
    on_fire: bool
    encounters: tuple[Encounter, ...]


def standings(progress: Progress) -> tuple[Line, ...]:
    """Return the lines of all players, the leader first."""
    field, kind = progress.field, progress.tournament.format
    encounters = encounters_of(progress)
    points = points_of(progress)
    lines = []
    for row in table_of(progress).rows:
        entrant = field[row.player]
        own = encounters[entrant.account]
        lines.append(
            Line(
                row.rank,
                entrant,
                points[entrant.account],
                row.total,
                _buchholz(own, points, points[entrant.account]),
                row.direct,
                _sonneborn(own, points),
                _performance(own),
                kind == ARENA and _streak(own) >= STREAK,
                tuple(own),
            )
        )
    if kind == SWISS:
        lines.sort(key=lambda line: (-line.points, -line.buchholz, -line.sonneborn))
    elif kind == ARENA:
        lines.sort(key=lambda line: (-line.points, -(line.performance or 0)))
    return tuple(line.replace(rank=rank) for rank, line in enumerate(lines, 1))


def table_of(progress: Progress) -> Crosstable:
    """Return the crosstable of ``outwit.arena``; players are numbered as in the field."""
    number = {each.account: index for index, each in enumerate(progress.field)}
    return crosstable([each.name for each in progress.field], scores_of(progress.pairings, number))


def scores_of(pairings: Sequence[Pairing], number: Mapping[int, int]) -> Scores:
    """Return the results between numbered accounts."""
    scores = Scores(len(number))
    for pairing in pairings:
        won, first, second = SHARES.get(pairing.result), pairing.first, pairing.second
        if won is not None and second is not None and {first, second} <= number.keys():
            scores.add(number[first], number[second], won)
    return scores


def points_of(progress: Progress) -> dict[int, float]:
    """Return the points by account; a bye is a point only in a Swiss."""
    return {
        account: sum(each.points for each in own)
        for account, own in encounters_of(progress).items()
    }


def encounters_of(progress: Progress) -> dict[int, list[Encounter]]:
    """Return the pairings by account, in order."""
    entrants = {each.account: each for each in progress.entrants}
    found: dict[int, list[Encounter]] = {account: [] for account in entrants}
    for pairing in progress.pairings:
        if pairing.result == VOID:
            continue
        won = SHARES.get(pairing.result)
        sides = [(pairing.first, pairing.second, won)]
        if pairing.second is not None:
            sides.append((pairing.second, pairing.first, None if won is None else 1 - won))
        for account, other, share in sides:
            found[account].append(
                Encounter(
                    pairing.round,
                    None if other is None else entrants[other],
                    share,
                    _points(progress.tournament.format, pairing, share, found[account]),
                    share is not None or pairing.result == BYE,
                    account == pairing.first,
                    pairing.game_id,
                    pairing.termination == OUT_OF_TIME and share == 0,
                )
            )
    return found


def _points(kind: str, pairing: Pairing, share: float | None, before: list[Encounter]) -> float:
    if pairing.result == BYE:
        return 1.0 if kind == SWISS else 0.0
    if share is None or kind != ARENA:
        return share or 0.0
    return share * (4 if _streak(before) >= STREAK else 2)


def _streak(encounters: Sequence[Encounter]) -> int:
    """Return the current number of wins in a row."""
    count = 0
    for each in reversed(encounters):
        if each.share == 1:
            count += 1
        elif each.share is not None:
            break
    return count


def _buchholz(own: Sequence[Encounter], points: Mapping[int, float], mine: float) -> float:
    """Return the points of all opponents; a bye counts as an opponent with one's own points."""
    return sum(
        mine if each.opponent is None else points[each.opponent.account]
        for each in own
        if each.is_over
    )


def _sonneborn(own: Sequence[Encounter], points: Mapping[int, float]) -> float:
    """Return the points of beaten opponents plus half the points of drawn ones."""
    return sum(
        each.share * points[each.opponent.account]
        for each in own
        if each.opponent is not None and each.share is not None
    )


def _performance(own: Sequence[Encounter]) -> int | None:
    """Return the rating whose expected score against these opponents is the actual score."""
    played = [
        (CENTRE if each.opponent.rating is None else each.opponent.rating, each.share)
        for each in own
        if each.opponent is not None and each.share is not None and each.game_id is not None
    ]
    if not played:
        return None
    average = sum(rating for rating, _ in played) / len(played)
    better = elo_of(sum(share for _, share in played) / len(played))
    return round(average + max(-FARTHEST, min(FARTHEST, better)))
