"""How a game ended."""

from __future__ import annotations

from outwit.core import verdict
from outwit.core.side import FIRST, SECOND, Side
from outwit.core.value import Value


class Termination(Value):
    """A way for a game to end: a stable code and, for people, the reason as a clause."""

    code: str
    reason: str


class Outcome(Value):
    """Who won, None being a draw, and why."""

    winner: Side | None
    termination: Termination


WINNERS: dict[int, Side | None] = {
    verdict.FIRST_WINS: FIRST,
    verdict.SECOND_WINS: SECOND,
    verdict.DRAWN: None,
}


def decode(status: int, terminations: tuple[Termination, ...]) -> Outcome | None:
    """Turn a status into an outcome, None while the game goes on."""
    if status == verdict.RUNNING:
        return None
    reason, result = divmod(status, verdict.REASON)
    return Outcome(WINNERS[result], terminations[reason])


def encode(outcome: Outcome | None, terminations: tuple[Termination, ...]) -> int:
    """Turn an outcome back into a status.

    >>> full = Termination("full", "the board is full")
    >>> decode(encode(Outcome(SECOND, full), (full,)), (full,))
    Outcome(winner=SECOND, termination=Termination(code='full', reason='the board is full'))
    """
    if outcome is None:
        return verdict.RUNNING
    result = verdict.DRAWN if outcome.winner is None else verdict.FIRST_WINS + outcome.winner
    return result + verdict.REASON * terminations.index(outcome.termination)
