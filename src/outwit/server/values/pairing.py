"""Pairings of tournaments on the portal, with balanced sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from outwit.ratings.pairing import circle, pair_off, pair_round, rounds_to_meet
from outwit.records.record import FIRST_WON, SECOND_WON, UNFINISHED
from outwit.server.values.standings import points_of
from outwit.storage.progress import ARENA, BYE, ROUND_ROBIN, Entrant, Pairing, Progress

# Missed games after which a player is withdrawn; in an arena, one is enough.
MOST_ABSENCES = 2
# Time without another free player after which an arena pairs the last opponents again.
REMATCH = timedelta(seconds=20)


def next_round(
    progress: Progress, present: Collection[int], moment: datetime
) -> list[Pairing] | None:
    """Return the pairings to make now, empty if the tournament must wait.

    None means that the tournament is over. ``present`` has the accounts that are present; only an
    arena uses it.
    """
    if progress.tournament.format == ARENA:
        return _arena(progress, present, moment)
    if any(pairing.result == UNFINISHED for pairing in progress.pairings):
        return []
    if sum(each.withdrawn is None for each in progress.field) < 2:
        return None
    if progress.tournament.format == ROUND_ROBIN:
        return _round_robin(progress)
    return _swiss(progress)


def rounds_of(progress: Progress) -> int:
    """Return the number of rounds, which depends on the players; 0 in an arena."""
    tournament, players = progress.tournament, len(progress.field)
    all_meet = rounds_to_meet(players)
    if tournament.format == ARENA:
        return 0
    if tournament.format == ROUND_ROBIN:
        return tournament.rounds * all_meet
    return min(tournament.rounds, all_meet)


def to_withdraw(progress: Progress) -> list[int]:
    """Return the players who missed their games and are still in."""
    most = 1 if progress.tournament.format == ARENA else MOST_ABSENCES
    entrants = {each.account: each for each in progress.entrants}
    missed = Counter(
        pairing.absent
        for pairing in progress.pairings
        if pairing.absent is not None
        and pairing.ended is not None
        and pairing.ended > entrants[pairing.absent].joined
    )
    return [
        account
        for account, times in missed.items()
        if times >= most and entrants[account].withdrawn is None
    ]


def _round_robin(progress: Progress) -> list[Pairing] | None:
    field, total = progress.field, rounds_of(progress)
    per_cycle = total // progress.tournament.rounds
    for number in range(progress.round, total):
        swapped = number // per_cycle % 2 == 1
        found: list[Pairing] = []
        for one, other in circle(len(field), number):
            first, second = field[one], None if other is None else field[other]
            if swapped and second is not None:
                first, second = second, first
            pairing = _met(number + 1, first, second)
            if pairing is not None:
                found.append(pairing)
        if found:
            return found
    return None


def _met(number: int, first: Entrant, second: Entrant | None) -> Pairing | None:
    """Return a game, a walkover if one has withdrawn, a bye, or None without players."""
    if second is None:
        return None if first.withdrawn else Pairing(number, first.account, None, BYE)
    if first.withdrawn and second.withdrawn:
        return None
    result = SECOND_WON if first.withdrawn else FIRST_WON if second.withdrawn else UNFINISHED
    return Pairing(number, first.account, second.account, result)


def _swiss(progress: Progress) -> list[Pairing] | None:
    number = progress.round + 1
    if number > rounds_of(progress):
        return None
    points = points_of(progress)
    there = [each for each in progress.field if each.withdrawn is None]
    there.sort(key=lambda each: (-points[each.account], -(each.rating or 0.0), each.joined))
    order = [each.account for each in there]
    rests = Counter(pairing.first for pairing in progress.pairings if pairing.second is None)
    met = {_pair(p.first, p.second) for p in progress.pairings if p.second is not None}
    pairs, idle = pair_round(order, met, points, rests)
    found = _coloured(progress, number, pairs)
    return found if idle is None else [*found, Pairing(number, idle, None, BYE)]


def _arena(progress: Progress, present: Collection[int], moment: datetime) -> list[Pairing] | None:
    """Pair the free and present players, best with next best, without immediate rematches."""
    tournament = progress.tournament
    playing = [pairing for pairing in progress.pairings if pairing.result == UNFINISHED]
    assert tournament.started is not None
    if moment >= tournament.started + timedelta(minutes=tournament.minutes):
        return [] if playing else None
    busy = {account for pairing in playing for account in (pairing.first, pairing.second)}
    there = [each for each in progress.field if each.withdrawn is None and each.account in present]
    free = [each.account for each in there if each.account not in busy]
    last: dict[int, Pairing] = {}
    for pairing in progress.pairings:
        for account in (pairing.first, pairing.second):
            if account is not None:
                last[account] = pairing

    def latest(account: int) -> tuple[int, int]:
        return (last[account].id if account in last else 0, account)

    # If the number is odd, the player with the latest game waits.
    if len(free) % 2:
        free.remove(max(free, key=latest))
    points = points_of(progress)
    free.sort(key=lambda account: (-points[account], latest(account)))
    met = set()
    if len({each.account for each in there} | busy) > 2:
        # Another opponent may be free soon.
        met = {
            _pair(pairing.first, pairing.second)
            for pairing in last.values()
            if last.get(pairing.first) == last.get(pairing.second or 0)
            and pairing.ended is not None
            and moment - pairing.ended < REMATCH
        }
    pairs = [pair for pair in pair_off(free, met) if _pair(*pair) not in met]
    return _coloured(progress, progress.round + 1, pairs)


def _coloured(progress: Progress, number: int, pairs: Sequence[tuple[int, int]]) -> list[Pairing]:
    """Give the first move to the player who had it less often, or did not have it last."""
    often: Counter[int] = Counter()
    latest: dict[int, int] = {}
    for pairing in progress.pairings:
        if pairing.second is not None and pairing.game_id is not None:
            often[pairing.first] += 1
            often[pairing.second] -= 1
            latest[pairing.first], latest[pairing.second] = 1, -1
    found = []
    for board, (one, other) in enumerate(pairs):
        wish = (often[other] - often[one], latest.get(other, 0) - latest.get(one, 0))
        # If they are equal, the stronger one has the first move on every other board.
        is_first = wish > (0, 0) or (wish == (0, 0) and (board + number) % 2 == 1)
        first, second = (one, other) if is_first else (other, one)
        found.append(Pairing(number, first, second))
    return found


def _pair(one: int, other: int | None) -> tuple[int, int]:
    assert other is not None
    return min(one, other), max(one, other)
