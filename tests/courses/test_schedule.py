from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import chain, combinations

import pytest

from outwit.courses.schedule import (
    LEVELS,
    MOST_ALL,
    MOST_MET,
    MOST_PEERS,
    ROUNDS,
    Wanted,
    after_build,
    all_rounds,
    games_of_night,
)
from outwit.storage.handins import READY, REFUSED, HandIn
from outwit.storage.homework import STRENGTH, StoredHomework
from outwit.storage.jobs import LATER, MARK, NEXT, PLAY, SOON

NIGHT = datetime(2030, 5, 6, 3, tzinfo=UTC)
HOMEWORK = StoredHomework("class", "Week 1", "ataxx", id="work", revision=4)


def handin(key: str, account: int | None = 1, **changes: object) -> HandIn:
    found = HandIn(
        *(key, "work", account, 1, key, 1, NIGHT, "hash", READY, True, "C", {}, "hash", "", "")
    )
    return found.replace(**changes)


def following(new: HandIn, *others: HandIn, **changes: object) -> list[Wanted]:
    homework = HOMEWORK.replace(**changes)
    return list(after_build(homework, new, (new, *others), NIGHT))


def opponents(jobs: list[Wanted]) -> list[str]:
    return [
        next((s for s in (job.subject["first"], job.subject["second"]) if s != "new"), "")
        or job.subject["opponent"]
        for job in jobs
        if job.kind == PLAY
    ]


def test_one_game_comes_first_then_the_public_mark_then_levels_staff_and_peers() -> None:
    jobs = following(handin("new"), handin("peer", 2), handin("staff", None))
    assert [(job.kind, job.priority) for job in jobs] == [
        (PLAY, NEXT),
        (MARK, NEXT),
        *[(PLAY, SOON)] * len(LEVELS),
        (PLAY, LATER),
    ]
    mark = {"handin": "new", "whole": False, "revision": 4, "counts": True}
    assert jobs[1].subject == mark
    assert opponents(jobs) == [*LEVELS, "staff", "peer"]


def test_the_newest_peers_are_met_and_only_so_many() -> None:
    peers = [handin(f"peer{number:02}", number) for number in range(2, 30)]
    met = opponents(following(handin("new"), *peers))[len(LEVELS) :]
    assert met == [peer.id for peer in peers[:MOST_PEERS]]
    staff = following(handin("new", None), *(peers * 3))
    assert len(staff) == MOST_MET
    assert {job.kind for job in staff} == {PLAY}


@pytest.mark.parametrize(
    ("changes", "kinds"),
    [
        ({"state": REFUSED}, []),
        ({"failure": "no move"}, [MARK]),
        ({"active": False}, [MARK]),
    ],
)
def test_only_what_is_active_and_makes_moves_plays(
    changes: dict[str, object], kinds: list[str]
) -> None:
    assert [job.kind for job in following(handin("new", 1, **changes))] == kinds
    new, other = handin("new"), handin("peer", 2, **changes)
    assert len(following(new, other)) == 1 + len(LEVELS)


def test_a_build_after_the_end_is_marked_by_all_cases_at_once() -> None:
    over = {"deadline": NIGHT - timedelta(minutes=1)}
    marks = [job for job in following(handin("new"), **over) if job.kind == MARK]
    assert [job.subject["whole"] for job in marks] == [False, True]
    assert marks[1].once


def test_strength_has_no_hidden_cases_and_is_marked_once() -> None:
    over = {"deadline": NIGHT - timedelta(minutes=1), "exam": STRENGTH}
    marks = [job for job in following(handin("new"), **over) if job.kind == MARK]
    assert [job.subject["whole"] for job in marks] == [False]


@pytest.mark.parametrize("players", [0, 1, 2, 5, 8])
def test_a_round_robin_has_every_pair_once(players: int) -> None:
    rounds = list(all_rounds(players))
    pairs = [tuple(sorted(pair)) for pair in chain.from_iterable(rounds)]
    assert sorted(pairs) == list(combinations(range(players), 2))
    for each in rounds:
        seated = list(chain.from_iterable(each))
        assert len(seated) == len(set(seated))


def test_a_small_night_is_a_round_robin_and_a_large_one_is_bounded() -> None:
    small = [handin(f"{number:02}", number) for number in range(MOST_ALL)]
    assert len(list(games_of_night(small, NIGHT))) == MOST_ALL * (MOST_ALL - 1) / 2
    large = [handin(f"{number:02}", number) for number in range(30)]
    met = {}
    for days in range(3):
        night = NIGHT + timedelta(days=days)
        jobs = list(games_of_night(large, night))
        assert len(jobs) == ROUNDS * 15
        assert all(job.once and job.key.startswith(night.isoformat()) for job in jobs)
        met[days] = {(job.subject["first"], job.subject["second"]) for job in jobs}
    assert not met[0] & met[1]
    assert not met[1] & met[2]
