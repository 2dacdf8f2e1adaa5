"""The evaluations after every move, from the first side's point of view."""

from __future__ import annotations

from math import exp, inf

from outwit.core.side import Side
from outwit.core.value import Value
from outwit.records.record import DRAWN, FIRST_WON, SECOND_WON, GameRecord
from outwit.records.syntax import PLAIN_SCORE

# This many of the smallest piece ahead is about three games won out of four.
CLEAR_LEAD = 2.2
EVEN = 0.5
MINUS = "\N{MINUS SIGN}"
# Beyond this a score says no more, and has no room on a film.
MOST = 999.99


class Evaluation(Value):
    """A score for the first side, in the smallest piece; an infinite one is a proven win or loss.

    ``text`` is the score as people write it, for the first side too.
    """

    score: float
    text: str

    @property
    def share(self) -> float:
        """Return the part of the bar that belongs to the first side.

        >>> Evaluation(0.0, "0.00").share, Evaluation(inf, "#3").share
        (0.5, 1.0)
        """
        return 1 / (1 + exp(max(-MOST, min(MOST, -self.score)) / CLEAR_LEAD))


def read_evaluation(text: str, side: Side) -> Evaluation | None:
    """Return a score as a player of a side writes it; None if it is none.

    >>> from outwit.core.side import SECOND
    >>> read_evaluation("+1.50", SECOND)
    Evaluation(score=-1.5, text='−1.50')
    >>> read_evaluation("#3", SECOND).text, read_evaluation("winning?", SECOND)
    ('#−3', None)
    """
    if not PLAIN_SCORE.fullmatch(text) or len(text) > 300:
        return None
    sign = -1 if side else 1
    if text.startswith("#"):
        moves = int(text[1:8].rstrip("-") or 0)
        wins = (not text.startswith("#-")) == (sign > 0)
        return Evaluation(inf if wins else -inf, f"#{'' if wins else MINUS}{abs(moves)}")
    return from_score(sign * float(text))


def from_score(score: float) -> Evaluation:
    """Return the evaluation of a score for the first side."""
    shown = max(-MOST, min(MOST, score))
    return Evaluation(score, f"{shown + 0.0:+.2f}".replace("-", MINUS))


def recorded(record: GameRecord, first_to_move: Side) -> list[Evaluation | None]:
    """Return what is known before the first move and after every move; None while nothing is.

    A move's score holds until the next one that has a score.
    """
    found: list[Evaluation | None] = [None]
    side = first_to_move
    for played in record.moves:
        found.append(read_evaluation(played.score, side) or found[-1])
        side = side.other
    return found


def settled(result: str) -> Evaluation | None:
    """Return the evaluation of a result, None if there is none."""
    texts = {FIRST_WON: (inf, "1–0"), SECOND_WON: (-inf, "0–1"), DRAWN: (0.0, "½–½")}
    return Evaluation(*texts[result]) if result in texts else None
