"""A mark: parts with points, each a list of results with evidence."""

from __future__ import annotations

from outwit.core.value import Value

MOST_SHOWN = 10


class Result(Value):
    """One case, session or game: whether it was passed, and if not, the evidence."""

    name: str
    passed: bool
    evidence: str = ""
    seconds: float = 0.0
    # The outcome of a game: won, drawn, lost, forfeited.
    outcome: str = ""


class Test(Value):
    """A line of a report: one result, or a part that only counts as a whole."""

    name: str
    passed: bool
    score: float
    most: float
    seconds: float
    evidence: str


class Part(Value):
    """Results that earn points together; ``needed`` passed results earn all points."""

    name: str
    points: float
    results: tuple[Result, ...]
    needed: int
    # The outcomes of games; a part that has them is reported as a whole.
    outcomes: tuple[str, ...] = ()

    @property
    def passed(self) -> int:
        """Count what was passed."""
        return sum(result.passed for result in self.results)

    @property
    def full(self) -> bool:
        """Tell whether enough was passed."""
        return self.passed >= self.needed

    @property
    def score(self) -> float:
        """Return the points earned."""
        return self.points * min(1.0, self.passed / self.needed) if self.needed else self.points

    @property
    def tally(self) -> dict[str, int]:
        """Count the results by outcome."""
        became = [result.outcome for result in self.results]
        return {outcome: became.count(outcome) for outcome in self.outcomes}

    @property
    def failures(self) -> list[Result]:
        """List what was not passed, in order."""
        return [result for result in self.results if not result.passed]

    def tests(self) -> list[Test]:
        """List what a report shows: every result, or the part as a whole."""
        if not self.outcomes:
            share = self.points / max(1, self.needed)
            return [
                Test(
                    f"{self.name}: {result.name}",
                    result.passed,
                    share if result.passed else 0.0,
                    share,
                    result.seconds,
                    result.evidence,
                )
                for result in self.results
            ]
        told = [f"{self.passed} of {len(self.results)}, {self.needed} needed"]
        told += [f"{count} {outcome}" for outcome, count in self.tally.items()]
        told += [f"{each.name}: {each.evidence}" for each in self.failures[:MOST_SHOWN]]
        seconds = sum(result.seconds for result in self.results)
        return [Test(self.name, self.full, self.score, self.points, seconds, "\n".join(told))]


class Mark(Value):
    """The mark of a program: its parts, or why it could not be marked."""

    game: str
    program: str
    parts: tuple[Part, ...]
    # Why it could not be marked at all, if so.
    error: str = ""

    @property
    def score(self) -> float:
        """Return all points earned."""
        return sum(part.score for part in self.parts)

    @property
    def most(self) -> float:
        """Return all points there are."""
        return sum(part.points for part in self.parts)

    @property
    def full(self) -> bool:
        """Tell whether everything was passed."""
        return not self.error and all(part.full for part in self.parts)
