from __future__ import annotations

from math import log, sqrt
from random import Random

import pytest

from outwit.ratings.elo import expected_score
from outwit.ratings.pentanomial import LOGISTIC_MODEL, NORMALISED_MODEL, Pentanomial
from outwit.ratings.sprt import BETTER, NOT_BETTER, UNDECIDED, Sprt
from tests.mode import many

COUNTS = (30, 150, 320, 190, 45)


def test_the_bounds_are_those_of_wald() -> None:
    test = Sprt(0, 5, alpha=0.05, beta=0.1).check()
    assert test.lower == pytest.approx(log(0.1 / 0.95))
    assert test.upper == pytest.approx(log(0.9 / 0.05))


def test_the_test_decides_at_its_bounds() -> None:
    assert Sprt(0, 10, counts=Pentanomial(COUNTS)).decision == BETTER
    assert Sprt(20, 40, counts=Pentanomial(COUNTS)).decision == NOT_BETTER
    assert Sprt(10, 20, counts=Pentanomial(COUNTS)).decision == UNDECIDED
    assert Sprt(0, 10).add(2).add_all([1.5, 0]).counts == Pentanomial((1, 0, 0, 1, 1))


@pytest.mark.parametrize(
    "test", [Sprt(5, 5), Sprt(0, 5, alpha=0), Sprt(0, 5, beta=0.7), Sprt(0, 5, model="x")]
)
def test_a_test_that_makes_no_sense_is_refused(test: Sprt) -> None:
    with pytest.raises(ValueError, match=r"elo0|alpha|model"):
        test.check()


@pytest.mark.parametrize("model", [LOGISTIC_MODEL, NORMALISED_MODEL])
def test_error_rates_are_about_as_asked(model: str) -> None:
    """Play tests at both hypotheses: about one in ten may end wrongly."""
    runs = many(60, 40) if model == LOGISTIC_MODEL else many(40)
    for elo, wrong in ((0.0, BETTER), (60.0, NOT_BETTER)):
        rng = Random(5)
        # Independent games with half of what draws can be; in the other unit the score differs.
        score = expected_score(elo)
        if model == NORMALISED_MODEL:
            score = 0.5 + elo * log(10) / 800 * sqrt(0.1875 if elo == 0 else 0.191)
        draw = min(score, 1 - score) / 2
        chances = (1 - score - draw / 2, draw, score - draw / 2)
        errors = 0
        for _ in range(runs):
            test = Sprt(0, 60, 0.1, 0.1, model)
            while test.decision == UNDECIDED:
                a, b = rng.choices((0, 0.5, 1), chances, k=2)
                test = test.add(a + b)
            errors += test.decision == wrong
        assert 0.02 * runs < errors < 0.2 * runs
