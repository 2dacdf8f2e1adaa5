"""The sequential probability ratio test (SPRT) over pairs of games."""

from __future__ import annotations

from collections.abc import Iterable
from math import log

from outwit.core.argument import listed, of_type, real
from outwit.core.value import Value
from outwit.errors import UsageError
from outwit.ratings.pentanomial import LOGISTIC_MODEL, NORMALISED_MODEL, Pentanomial

# The decisions of a test.
BETTER, NOT_BETTER, UNDECIDED = "better", "not better", "undecided"

# The highest Elo that a test may ask for.
HIGHEST = 100_000


class Sprt(Value):
    """A sequential probability ratio test of ``elo1`` against ``elo0``, over pairs of games.

    Args:
        elo0: The lower Elo difference.
        elo1: The higher Elo difference.
        alpha: The chance of "better" at a true strength of ``elo0``.
        beta: The chance of "not better" at a true strength of ``elo1``.
        model: The kind of Elo: ``logistic`` or ``normalised``.
        counts: The pairs so far.

    In its methods, ``points`` are those of a pair: 0, 0.5, 1, 1.5 or 2.

    >>> test = Sprt(0, 10).check().add(2).add_all([1.5, 1, 1.5])
    >>> test.decision, round(test.lower, 2), round(test.llr, 2), round(test.upper, 2)
    ('undecided', -2.94, 0.11, 2.94)
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: str = LOGISTIC_MODEL
    counts: Pentanomial = Pentanomial()

    def add(self, points: float) -> Sprt:
        """Return the test after one more pair of games."""
        return self.replace(counts=self.counts.add(points))

    def add_all(self, points: Iterable[float]) -> Sprt:
        """Return the test after more pairs of games."""
        counts = self.counts
        for each in listed("points", points, "points of pairs"):
            counts = counts.add(each)
        return self.replace(counts=counts)

    def check(self) -> Sprt:
        """Return the test itself.

        Raises:
            UsageError: Its numbers make no test.
        """
        for name in ("elo0", "elo1", "alpha", "beta"):
            real(name, getattr(self, name), -HIGHEST, HIGHEST)
        if not self.elo0 < self.elo1:
            raise UsageError(f"elo0 = {self.elo0} must be below elo1 = {self.elo1}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise UsageError(f"alpha {self.alpha} and beta {self.beta} must be in (0, 0.5)")
        if self.model not in (LOGISTIC_MODEL, NORMALISED_MODEL):
            raise UsageError(f"model {self.model!r} is neither logistic nor normalised")
        of_type("counts", self.counts, Pentanomial, "a Pentanomial")
        return self

    @property
    def llr(self) -> float:
        """Return the log likelihood ratio so far."""
        return self.counts.llr(self.elo0, self.elo1, self.model)

    @property
    def lower(self) -> float:
        """Return the log likelihood ratio at which the test ends with "not better"."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Return the log likelihood ratio at which the test ends with "better"."""
        return log((1 - self.beta) / self.alpha)

    @property
    def decision(self) -> str:
        """Return "better", "not better" or "undecided"."""
        llr = self.llr
        if llr >= self.upper:
            return BETTER
        return NOT_BETTER if llr <= self.lower else UNDECIDED

    def __str__(self) -> str:
        return (
            f"{self.decision}: LLR {self.llr:z.2f} ({self.lower:.2f}, {self.upper:.2f}) for "
            f"[{self.elo0:g}, {self.elo1:g}], Elo {self.counts.elo}, {2 * self.counts.pairs} games"
        )
