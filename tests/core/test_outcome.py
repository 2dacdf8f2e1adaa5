"""How a game ended, as a value and as a number."""

from __future__ import annotations

import pytest

from outwit.core import verdict
from outwit.core.outcome import Outcome, Termination, decode, encode
from outwit.core.side import FIRST, SECOND, Side

FULL = Termination("full", "the board is full")
STUCK = Termination("stuck", "nobody can move")
WAYS = (FULL, STUCK)


@pytest.mark.parametrize("winner", [FIRST, SECOND, None])
@pytest.mark.parametrize("termination", WAYS)
def test_every_outcome_has_a_number_of_its_own(
    winner: Side | None, termination: Termination
) -> None:
    outcome = Outcome(winner, termination)
    assert decode(encode(outcome, WAYS), WAYS) == outcome


def test_a_running_game_has_no_outcome() -> None:
    assert decode(verdict.RUNNING, WAYS) is None
    assert encode(None, WAYS) == verdict.RUNNING


def test_numbers_say_the_result_and_then_the_reason() -> None:
    assert encode(Outcome(FIRST, FULL), WAYS) == verdict.FIRST_WINS
    assert encode(Outcome(SECOND, STUCK), WAYS) == verdict.SECOND_WINS + verdict.REASON
    assert encode(Outcome(None, STUCK), WAYS) == verdict.DRAWN + verdict.REASON


def test_an_unforeseen_way_to_end_has_no_number() -> None:
    with pytest.raises(ValueError, match="not in tuple"):
        encode(Outcome(FIRST, Termination("odd", "of something odd")), WAYS)
