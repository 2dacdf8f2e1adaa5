"""When to give up on a program that does not answer."""

from __future__ import annotations

from threading import Condition
from typing import TYPE_CHECKING

from outwit.core.counting import counted
from outwit.grading.mark import Result

if TYPE_CHECKING:
    from outwit.grading.plan import Job
    from outwit.grading.program import Program

# Cases in a row without any answer after which a program is not run again.
MOST_SILENT = 3
NOT_RUN = f"not run: at least {MOST_SILENT} cases in a row before had no answer"


class Patience:
    """Runs the cases of a program until it has been silent for too long; threads may share it.

    A case is silent if its time ran out and the program had given no answer at all. Until the
    program has ended in time once, a case that ran out of time is silent whatever was printed, and
    no more cases are begun than it takes to give up.
    """

    def __init__(self) -> None:
        self._change = Condition()
        self._running = 0
        self._in_a_row = 0
        # The longest row of silent cases.
        self._longest = 0
        self._has_ended = False
        self.not_run = 0

    def run(self, job: Job, program: Program, outcome: str = "") -> Result:
        """Run a case; if the program was given up, return a failure with an outcome instead."""
        with self._change:
            self._change.wait_for(lambda: not self._is_doubtful())
            if self._in_a_row >= MOST_SILENT:
                self.not_run += 1
                return Result(job.name, False, NOT_RUN, outcome=outcome, is_run=False)
            self._running += 1
        result = None
        try:
            result = job.run(program)
        finally:
            with self._change:
                self._running -= 1
                if result is not None:
                    self._count(result)
                self._change.notify_all()
        return result

    def _is_doubtful(self) -> bool:
        """Tell whether the cases that run now may be the last: the next one has to wait."""
        if self._has_ended or not self._running:
            return False
        return self._in_a_row < MOST_SILENT <= self._in_a_row + self._running

    def _count(self, result: Result) -> None:
        self._has_ended = self._has_ended or not result.late
        silent = result.silent or (result.late and not self._has_ended)
        self._in_a_row = self._in_a_row + 1 if silent else 0
        self._longest = max(self._longest, self._in_a_row)

    def told(self, seconds: float) -> str:
        """Say that the program was given up; nothing if it was not."""
        if not self.not_run:
            return ""
        return (
            f"given up: no answer within {seconds:g} s in {self._longest} cases in a row; "
            f"{counted(self.not_run, 'case')} not run"
        )
