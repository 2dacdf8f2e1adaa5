from __future__ import annotations

import pytest

from outwit.ratings.scores import Scores
from outwit.reports.forfeits import is_broken


@pytest.mark.parametrize(
    ("games", "forfeits", "broken"),
    [(2, 2, True), (2, 1, False), (3, 2, True), (10, 3, False), (10, 4, True), (500, 5, False)],
)
def test_who_forfeits_most_games_or_more_than_a_few_is_broken(
    games: int, forfeits: int, broken: bool
) -> None:
    scores = Scores(2)
    for _ in range(games):
        scores.add(0, 1, 1.0)
    assert is_broken([(1, forfeits)], scores) is broken
