from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from outwit.arena.schedule import KINDS, WAIT, Pairing, Schedule, bracket
from outwit.errors import UsageError
from outwit.ratings.pairing import pair_off
from tests.cpu import time_limit


class Played:
    """Games of a schedule as they would go if who has the lower number always won."""

    def __init__(self, schedule: Schedule, draws: bool = False) -> None:
        self.points = [0.0] * schedule.players
        self.between: dict[tuple[int, int], float] = {}
        self.games: list[Pairing] = []
        # The points of everybody before each round.
        self.before: list[list[float]] = []
        for pairing in schedule.pairings(lambda: (list(self.points), dict(self.between))):
            if pairing is WAIT:
                continue
            while len(self.before) <= pairing.round:
                self.before.append(list(self.points))
            self.games.append(pairing)
            one, other = pairing.first, pairing.second
            won = 0.5 if draws else float(one < other)
            for player, opponent, points in ((one, other, won), (other, one, 1 - won)):
                self.points[player] += points
                made = self.between.get((player, opponent), 0.0)
                self.between[player, opponent] = made + points

    def round(self, number: int) -> list[tuple[int, int]]:
        return [
            (min(game.first, game.second), max(game.first, game.second))
            for game in self.games
            if game.round == number and not game.number % 2
        ]


def no_standings() -> tuple[list[float], dict[tuple[int, int], float]]:
    raise AssertionError


def matchings(players: list[int]) -> Iterator[list[tuple[int, int]]]:
    if not players:
        yield []
        return
    one, *left = players
    for other in left:
        for rest in matchings([player for player in left if player != other]):
            yield [(one, other), *rest]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", [2, 5, 8])
@pytest.mark.parametrize("pairs", [1, 3])
def test_two_games_in_a_row_are_the_same_opening_with_colours_changed(
    kind: str, players: int, pairs: int
) -> None:
    games = Played(Schedule(kind, players, 2, pairs)).games
    assert [game.number for game in games] == list(range(len(games)))
    assert [game.opening for game in games[::2]] == list(range(len(games) // 2))
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one.first != one.second
        turned = one.replace(number=one.number + 1, first=one.second, second=one.first)
        assert other == turned


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", range(2, 8))
def test_there_are_as_many_games_as_said(kind: str, players: int) -> None:
    schedule = Schedule(kind, players, 3, 2)
    assert schedule.games in {None, len(Played(schedule).games)}


@pytest.mark.parametrize("players", range(2, 8))
def test_in_a_round_robin_every_pair_meets_in_every_round(players: int) -> None:
    games = Schedule("round-robin", players, 3, 2).pairings(no_standings)
    met = Counter((game.round, game.first, game.second) for game in games)
    assert met == {
        (number, one, other): 2
        for number in range(3)
        for one in range(players)
        for other in range(players)
        if one != other
    }


def test_in_a_gauntlet_the_first_meets_all_others_and_they_not_each_other() -> None:
    games = Schedule("gauntlet", 4, 2).pairings(no_standings)
    met = Counter((game.round, game.first, game.second) for game in games)
    sides = [(0, 1), (1, 0), (0, 2), (2, 0), (0, 3), (3, 0)]
    assert met == {(number, *side): 1 for number in range(2) for side in sides}


@pytest.mark.parametrize("players", range(2, 10))
@pytest.mark.parametrize("draws", [False, True])
def test_in_a_swiss_nobody_meets_twice_while_that_can_be_avoided(players: int, draws: bool) -> None:
    played = Played(Schedule("swiss", players, players), draws)
    met: set[tuple[int, int]] = set()
    for number in range(players):
        pairs = played.round(number)
        playing = sorted(player for pair in pairs for player in pair)
        assert len(set(playing)) == len(playing) == players - players % 2
        if met & set(pairs):
            assert all(met & set(other) for other in matchings(playing))
        met |= set(pairs)


def test_a_swiss_looks_back_rather_than_let_two_meet_again() -> None:
    # Taking the first who is new for each would leave 2 and 3, who have met.
    assert pair_off([0, 1, 2, 3], {(2, 3)}) == [(0, 2), (1, 3)]
    assert pair_off([0, 1], {(0, 1)}) == [(0, 1)]
    assert pair_off([], set()) == []


def test_a_large_field_where_all_have_met_is_paired_at_once() -> None:
    everybody = list(range(100))
    last = 99
    met = {(one, last) for one in everybody}
    assert len(pair_off(everybody, met)) == 50


@pytest.mark.parametrize("players", [3, 5, 7, 9])
def test_in_a_swiss_the_odd_one_out_rests_once_until_all_have(players: int) -> None:
    played = Played(Schedule("swiss", players, players))
    rested = [
        set(range(players)) - {player for pair in played.round(number) for player in pair}
        for number in range(players)
    ]
    assert all(len(resting) == 1 for resting in rested)
    assert len(set().union(*rested)) == players


def test_the_worst_rests_first_and_a_rest_counts_as_won() -> None:
    points = [2.0, 0.0, 0.0, 2.0, 0.0]
    games = list(Schedule("swiss", 5, 2).pairings(lambda: (points, {})))
    assert [(game.first, game.second) for game in games if game.round == 0][::2] == [(0, 3), (1, 2)]
    assert games.count(WAIT) == 1
    # With the points of its rest 4 is among the best; 2, now the worst, rests.
    assert [(game.first, game.second) for game in games if game.round == 1][::2] == [(0, 4), (3, 1)]


def test_a_swiss_groups_by_score() -> None:
    played = Played(Schedule("swiss", 8, 3))
    for number in (1, 2):
        points = played.before[number]
        assert all(points[one] == points[other] for one, other in played.round(number))


@pytest.mark.parametrize("kind", ["swiss", "knock-out"])
def test_a_round_waits_for_the_one_before(kind: str) -> None:
    games = list(Schedule(kind, 4, 2).pairings(lambda: ([0.0] * 4, {})))
    last = 0
    for before, game in zip([WAIT, *games], games, strict=False):
        if game is WAIT:
            continue
        assert game.round == last or before is WAIT
        last = game.round
    assert last == 1


@pytest.mark.parametrize("players", range(2, 10))
def test_in_a_knock_out_the_best_meet_last_and_each_loser_is_out(players: int) -> None:
    played = Played(Schedule("knock-out", players))
    losers: list[int] = []
    last = played.games[-1].round
    for number in range(last + 1):
        for one, other in played.round(number):
            assert one not in losers
            assert other not in losers
            losers.append(other)
    assert sorted(losers) == list(range(1, players))
    assert played.round(last) == [(0, 1)]
    assert 2**last < players <= 2 ** (last + 1)


@pytest.mark.parametrize("players", range(2, 10))
def test_in_a_knock_out_the_better_seed_wins_a_tie(players: int) -> None:
    schedule = Schedule("knock-out", players)
    assert Played(schedule, draws=True).games == Played(schedule).games


def test_in_a_knock_out_only_the_points_of_this_encounter_count() -> None:
    # The outsider wins everything and goes through.
    between: dict[tuple[int, int], float] = {(0, 3): 100.0}
    winners = []
    for game in Schedule("knock-out", 4).pairings(lambda: ([0.0] * 4, dict(between))):
        if game is WAIT:
            continue
        best = max(game.first, game.second)
        least = min(game.first, game.second)
        between[best, least] = between.get((best, least), 0.0) + 1
        winners.append((game.round, best))
    assert winners == [(0, 3)] * 2 + [(0, 2)] * 2 + [(1, 3)] * 2


def test_a_bracket_keeps_the_best_apart() -> None:
    assert bracket(1) == [0]
    assert bracket(4) == [0, 3, 1, 2]
    assert bracket(8) == [0, 7, 3, 4, 1, 6, 2, 5]


@pytest.mark.parametrize("kind", ["round-robin", "gauntlet", "swiss"])
def test_ten_million_rounds_are_made_up_one_at_a_time(kind: str) -> None:
    schedule = Schedule(kind, 20, rounds=10_000_000, pairs=10_000_000)
    games = list(islice(schedule.pairings(lambda: ([0.0] * 20, {})), 10))
    assert [game.number for game in games] == list(range(10))
    assert schedule.games is not None
    assert schedule.games >= 10**15


def test_the_games_of_a_long_swiss_that_somebody_joined_late_are_counted_at_once() -> None:
    rounds = 10**15
    with time_limit(5):
        assert Schedule("swiss", 4, rounds, 1, (3, rounds - 1)).games == 2 * (3 + rounds - 3 + 1)


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(UsageError, match="no schedule 'ladder'; there are round-robin, gauntlet"):
        next(Schedule("ladder", 2).pairings(no_standings))


@pytest.mark.parametrize("kind", ["round-robin", "gauntlet"])
def test_who_joins_later_plays_after_all_others_and_meets_the_same_players(kind: str) -> None:
    before = Schedule(kind, 4, 2, 2)
    after = before.join(1, begun=2).join(2, begun=2)
    old, new = Played(before).games, Played(after).games
    assert new[: len(old)] == old
    assert len(new) == after.games

    def met(games: list[Pairing]) -> Counter[tuple[int, int, int]]:
        return Counter((game.round, game.first, game.second) for game in games)

    assert met(new) == met(Played(Schedule(kind, 7, 2, 2)).games)


@pytest.mark.parametrize("players", [4, 5])
def test_who_joins_a_swiss_is_paired_from_the_next_round_on(players: int) -> None:
    before = Schedule("swiss", players, 4)
    after = before.join(2, begun=2)
    old, new = Played(before), Played(after)
    for number in (0, 1):
        assert new.round(number) == old.round(number)
    late = {players, players + 1}
    for number in (2, 3):
        playing = {player for pair in new.round(number) for player in pair}
        assert len(playing) == 2 * ((players + 2) // 2)
        assert playing & late
    assert len(new.games) == after.games


def test_before_the_first_game_anybody_can_join_and_afterwards_not_everywhere() -> None:
    for kind in KINDS:
        assert Schedule(kind, 3, 2).join(2, begun=0) == Schedule(kind, 5, 2)
    with pytest.raises(UsageError, match="knock-out"):
        Schedule("knock-out", 4).join(1, begun=1)
    with pytest.raises(UsageError, match="last round"):
        Schedule("swiss", 4, 3).join(1, begun=3)
