"""A mark: parts with points, each a list of results with evidence."""

from __future__ import annotations

from math import fsum

from outwit.core.counting import counted
from outwit.core.value import Value

# Decimals of points in reports, and the least difference that counts.
DECIMALS = 2
TINY = 1e-9
HIDDEN = "this case is hidden"


class Result(Value):
    """One case, session or game: whether it was passed, and if not, the evidence."""

    name: str
    passed: bool
    # The first line says what is wrong.
    evidence: str = ""
    seconds: float = 0.0
    # The outcome of a game: won, drawn, lost, forfeited.
    outcome: str = ""
    # Reports show the name and whether it was passed, nothing else.
    hidden: bool = False
    # Where the assignment asks for it, if another place than for the part.
    about: str = ""
    # Whether it took too long; whether there was no answer at all by then.
    late: bool = False
    silent: bool = False
    # False if the program was given up before.
    is_run: bool = True
    # How the program crashed, if it did.
    crash: str = ""

    @property
    def told(self) -> str:
        """Return the evidence that a report may show."""
        return ("" if self.passed else HIDDEN) if self.hidden else self.evidence

    @property
    def reason(self) -> str:
        """Say in one line what is wrong, as far as a report may tell it."""
        return (not self.hidden and self.crash) or self.told.partition("\n")[0]


class Test(Value):
    """A line of a report: one result, or a part that only counts as a whole."""

    name: str
    passed: bool
    score: float
    most: float
    seconds: float
    evidence: str


class Part(Value):
    """Results that earn points together, each as much as the others."""

    name: str
    points: float
    results: tuple[Result, ...]
    # Where the assignment asks for it; empty if it does not, and the part is ours.
    about: str = ""
    # It counts beyond the full mark.
    bonus: bool = False
    # Why it does not count, if so.
    locked: str = ""
    # The outcomes of games; a part that has them is reported as a whole.
    outcomes: tuple[str, ...] = ()
    # Games to play. If not 0, each win beyond ``beyond`` wins earns ``each`` points.
    games: int = 0
    beyond: float = 0.0
    each: float = 0.0

    @property
    def passed(self) -> int:
        """Count what was passed."""
        return sum(result.passed for result in self.results)

    @property
    def earned(self) -> float:
        """Return the points earned, whether they count or not."""
        if not self.results:
            return 0.0
        share = self.passed / len(self.results)
        if self.each:
            wins = share * self.games
            return min(self.points, max(0.0, wins - self.beyond) * self.each)
        return self.points * share

    @property
    def score(self) -> float:
        """Return the points that count."""
        return 0.0 if self.locked else self.earned

    @property
    def full(self) -> bool:
        """Tell whether it earns all its points."""
        return self.score >= self.points - TINY

    @property
    def source(self) -> str:
        """Say who expects it."""
        return f"asked: {self.about}" if self.about else "ours: the assignment does not ask for it"

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
        if self.outcomes:
            return [self._whole()]
        share = self.points / max(1, len(self.results))
        note = f"\ndoes not count: {self.locked}" if self.locked else ""
        return [
            Test(
                f"{self.name}: {result.name}",
                result.passed,
                share if result.passed and not self.locked else 0.0,
                share,
                result.seconds,
                "\n".join(filter(None, (result.told, self.source_of(result)))) + note
                if not result.passed or note
                else "",
            )
            for result in self.results
        ]

    def source_of(self, result: Result) -> str:
        """Say who expects a result."""
        return f"asked: {result.about}" if result.about else self.source

    def _whole(self) -> Test:
        told = [f"{self.passed} of {len(self.results)} won", self.source]
        told += [f"does not count: {self.locked}"] if self.locked else []
        told += [f"{count} {outcome}" for outcome, count in self.tally.items()]
        told += [f"{result.name}: {result.told}" for result in self.failures]
        seconds = sum(result.seconds for result in self.results)
        return Test(self.name, self.full, self.score, self.points, seconds, "\n".join(told))


class Mark(Value):
    """The mark of a program: its parts, or why it could not be marked."""

    game: str
    program: str
    parts: tuple[Part, ...]
    # Why it could not be marked at all, if so.
    error: str = ""
    # What the build step said, if there was one; how it ended, if it failed.
    build: str = ""
    build_failure: str = ""
    # All points there are, if not those of the parts.
    worth: float | None = None
    # Why not all cases were run, if so.
    given_up: str = ""

    @property
    def remarks(self) -> list[str]:
        """Say in one line each what a reader must know before the points."""
        if self.error:
            return [self.error]
        failed = [f"the build failed: {self.build_failure}"] if self.build_failure else []
        return [*failed, *filter(None, [self.given_up])]

    @property
    def score(self) -> float:
        """Return all points earned, rounded."""
        return rounded(fsum(part.score for part in self.parts))

    @property
    def most(self) -> float:
        """Return all points there are, without bonus."""
        if self.worth is not None:
            return self.worth
        return rounded(fsum(part.points for part in self.parts if not part.bonus))

    @property
    def full(self) -> bool:
        """Tell whether everything was passed that is no bonus."""
        return not self.error and all(part.full for part in self.parts if not part.bonus)

    @property
    def why(self) -> str:
        """Say in one line why the mark is not full: the parts lost, and the first mistake."""
        if self.remarks:
            return "; ".join([*self.remarks, *filter(None, [self._lost])])
        return self._lost

    @property
    def _lost(self) -> str:
        """Name the parts that are not full, and the first mistake."""
        lost = [part for part in self.parts if not part.full and not part.bonus]
        told = ", ".join(f"{part.name} {part.passed} of {len(part.results)}" for part in lost)
        if lost and not any(part.passed for part in self.parts):
            told = "nothing passed"
        failures = [(part, result) for part in lost for result in part.failures]
        crashed = [result for _, result in failures if result.crash]
        if told_of := next((result.crash for result in crashed if not result.hidden), ""):
            told += f"; it crashed in {counted(len(crashed), 'case')}: {told_of}"
        for part, result in sorted(failures, key=lambda pair: pair[1].hidden):
            first = result.told.partition("\n")[0]
            return f"{told}; {part.name}, {result.name}: {first}"
        return told


def rounded(points: float) -> float:
    """Round points as reports show them.

    >>> rounded(0.1 + 0.2)
    0.3
    """
    return round(points + TINY, DECIMALS)
