"""How a game ended."""

from __future__ import annotations

from outwit.core import verdict
from outwit.core.side import FIRST, SECOND, Side
from outwit.core.value import Value


class Termination(Value):
    """A way for a game to end.

    Args:
        code: A short name that never changes, for programs.
        reason: The reason as a clause, for people.

    >>> Termination("full", "the board is full").reason
    'the board is full'
    """

    code: str
    reason: str


class Outcome(Value):
    """Who won a finished game, and why.

    Args:
        winner: The side that won, None for a draw.
        termination: The way the game ended.

    >>> import outwit
    >>> outcome = outwit.game("ataxx").position("x6/7/7/7/7/7/7 o 0 1").outcome
    >>> outcome.winner, outcome.termination.reason
    (FIRST, 'one side has no piece left')
    """

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
