"""Which jobs follow: from a build, from an hour that has come, from a deadline that is past.

Nothing here looks at a database. A job is known by its key, so that adding it twice adds it once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from outwit.core.value import Value
from outwit.storage.handins import READY, HandIn
from outwit.storage.homework import FILE, OWN, StoredHomework
from outwit.storage.jobs import FIRST, LATER, MARK, NEXT, NIGHTLY, PLAY, SOON

# Bots of ours that a new hand-in meets first.
LEVELS = tuple(f"engine:level={level}" for level in (1, 3, 5))
# Exams with cases, of which some may be hidden.
WITH_CASES = (OWN, FILE)
# Most peers that a new hand-in meets at once, and most hand-ins that a new bot of the teacher does.
MOST_PEERS, MOST_MET = 8, 40
# Up to MOST_ALL players, a night is a round robin; with more players it has this many rounds.
MOST_ALL, ROUNDS = 12, 6


class Wanted(Value):
    """A job to be added; with ``once`` not if it was ever done."""

    kind: str
    subject: dict[str, Any]
    key: str
    priority: int
    once: bool = False


def after_build(
    homework: StoredHomework, handin: HandIn, active: Sequence[HandIn], moment: datetime
) -> Iterator[Wanted]:
    """Yield what follows when a hand-in has been built; ``active`` are all active ones, new first.

    First comes a game against the weakest level, which is soon over, then its mark, then games
    against other levels, bots of the teacher, and peers.
    """
    games = list(games_of(handin, active)) if handin.is_playing else []
    if games and handin.account is not None:
        yield games.pop(0).replace(priority=NEXT)
    if handin.state == READY and handin.account is not None:
        yield from marks_of(homework, handin, moment)
    yield from games


def marks_of(homework: StoredHomework, handin: HandIn, moment: datetime) -> Iterator[Wanted]:
    """Yield the marks that a hand-in is due: the public one, and the whole one after the end."""
    yield mark_of(homework, handin, whole=False).replace(priority=NEXT)
    if homework.exam in WITH_CASES and handin.active and homework.is_over(moment):
        yield whole_mark(homework, handin)


def mark_of(
    homework: StoredHomework, handin: HandIn, *, whole: bool, counts: bool = True
) -> Wanted:
    """Return the job of a mark by the present revision of the exam."""
    kind = "whole" if whole else "public"
    return Wanted(
        MARK,
        {"handin": handin.id, "whole": whole, "revision": homework.revision, "counts": counts},
        f"{kind} {handin.id} {homework.revision}",
        LATER if whole else FIRST,
    )


def whole_mark(homework: StoredHomework, handin: HandIn) -> Wanted:
    """Return the job of the mark by all cases, which an end of the assignment brings once."""
    found = mark_of(homework, handin, whole=True)
    return found.replace(key=f"whole {handin.id}", once=True)


def games_of(handin: HandIn, active: Sequence[HandIn]) -> Iterator[Wanted]:
    """Yield the games that a new hand-in plays, or a new bot of the teacher."""
    others = [each for each in active if each.is_playing and each.id != handin.id]
    staff = [each for each in others if each.account is None]
    peers = [each for each in others if each.account is not None]
    if handin.account is None:
        yield from (game_between(handin, peer, LATER) for peer in peers[:MOST_MET])
        return
    yield from (game_against(handin, words) for words in LEVELS)
    yield from (game_between(handin, bot, SOON) for bot in staff)
    yield from (game_between(handin, peer, LATER) for peer in peers[:MOST_PEERS])


def game_against(handin: HandIn, words: str) -> Wanted:
    """Return the job of two games against a bot of ours."""
    subject = {"first": handin.id, "second": None, "opponent": words, "night": None}
    return Wanted(PLAY, subject, f"{handin.id} {words}", SOON)


def game_between(
    one: HandIn, other: HandIn, priority: int, night: datetime | None = None
) -> Wanted:
    """Return the job of two games between hand-ins, now or in a night."""
    when = None if night is None else night.isoformat()
    first, second = sorted((one.id, other.id))
    subject = {"first": first, "second": second, "opponent": "", "night": when}
    key = f"{first} {second}" if when is None else f"{when} {first} {second}"
    return Wanted(PLAY, subject, key, priority, once=night is not None)


def games_of_night(active: Sequence[HandIn], night: datetime) -> Iterator[Wanted]:
    """Yield the games of a night: a round robin, or some of its rounds, others every night."""
    players = sorted((each for each in active if each.is_playing), key=lambda each: each.id)
    rounds = list(all_rounds(len(players)))
    if len(players) > MOST_ALL:
        begin = night.toordinal() * ROUNDS
        rounds = [rounds[(begin + number) % len(rounds)] for number in range(ROUNDS)]
    for pairs in rounds:
        for one, other in pairs:
            yield game_between(players[one], players[other], NIGHTLY, night)


def all_rounds(players: int) -> Iterator[list[tuple[int, int]]]:
    """Yield the rounds of a round robin, by the circle method; with an odd number one rests.

    >>> list(all_rounds(4))
    [[(0, 3), (1, 2)], [(0, 2), (3, 1)], [(0, 1), (2, 3)]]
    """
    seats = [*range(players), *([-1] if players % 2 else [])]
    for _ in range(len(seats) - 1):
        pairs = zip(seats[: len(seats) // 2], reversed(seats), strict=False)
        yield [pair for pair in pairs if -1 not in pair]
        seats = [seats[0], seats[-1], *seats[1:-1]]
