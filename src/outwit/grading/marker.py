"""Mark one program by a plan."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from outwit.assignments.assignment import assignment_of
from outwit.assignments.paper import find_examiner
from outwit.errors import UsageError
from outwit.grading.fitness import check_fit, not_a_bot
from outwit.grading.mark import Mark, Part, Result
from outwit.grading.matches import FORFEITED, OUTCOMES
from outwit.grading.patience import Patience
from outwit.grading.plan import Plan, Settings
from outwit.grading.prepare import usual_kind
from outwit.grading.program import Program, find_command
from outwit.players.dialect import DIALECTS
from outwit.process.limits import ResourceLimits

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from outwit.assignments.paper import ExamPart
    from outwit.core.game import Game
    from outwit.grading.plan import PlannedPart
    from outwit.grading.workers import Workers
    from outwit.players.submission import Submission
    from outwit.process.copies import Template


class Marker:
    """Marks programs for a game."""

    def __init__(self, game: Game, settings: Settings, workers: Workers) -> None:
        self.game = game
        self.settings = settings
        self.workers = workers
        self.plan = Plan(game, settings)

    def program(self, command: Sequence[str], folder: str | None = None) -> Program:
        """Return a program that can be marked; raise BotAbsent if there is none.

        Names of files in the command are looked up in ``folder``, by default the present one.
        """
        return Program(
            find_command(command, folder),
            self.plan.seconds,
            ResourceLimits(memory=self.plan.paper.memory),
            strict=self.settings.strict,
            stop=self.workers.stop,
        )

    def check_declared(self, declared: Mapping[str, Any]) -> None:
        """Raise BadFile if what a submission declares cannot be used."""
        exam = assignment_of(self.game).exam
        if exam is not None and exam.examiner is not None:
            find_examiner(exam).check_declared(declared)

    @property
    def kind(self) -> str:
        """Return the protocol of programs for the assignment."""
        return usual_kind(self.game)

    def fingerprint(self) -> str:
        """Return a hash of all that a mark depends on besides the program."""
        return self.plan.fingerprint()

    def mark_ready(self, submission: Submission, template: Template, place: Path) -> Mark:
        """Mark a program that is built; raise UsageError if it is no program for the assignment."""
        bot = submission.bot
        self.check_declared(submission.declared)
        program = self.program(bot.command, template.folder)
        program = program.replace(template=template, declared=submission.declared)
        if bot.kind in DIALECTS:
            raise UsageError(not_a_bot(bot.kind, self.game, (str(place),)))
        check_fit(program, self.game, bot.command, place)
        return self.mark_program(program, place.name)

    def mark(self, command: Sequence[str]) -> Mark:
        """Mark a program; raise BotAbsent if there is none, UsageError if it is a protocol bot."""
        program = self.program(command)
        check_fit(program, self.game, command)
        return self.mark_program(program, shlex.join(command))

    def mark_program(self, program: Program, name: str) -> Mark:
        """Mark a program. Games that would not count are not played, unless they were asked for.

        A program that does not answer is given up; the mark says so.
        """
        done: dict[str, Part] = {}
        waiting: list[PlannedPart] = []
        at_once = [planned for planned in self.plan.parts if not planned.part.games]
        jobs = [job for planned in at_once for job in planned.jobs]
        patience = Patience()
        results = iter(self.workers.each(lambda job: patience.run(job, program), jobs, "cases"))
        for planned in self.plan.parts:
            if planned.part.games:
                waiting.append(planned)
                continue
            own = tuple(next(results) for _ in planned.jobs)
            done[planned.part.name] = part_of(planned.part, own, done)
        for planned in waiting:
            part = part_of(planned.part, (), done)
            if not part.locked or self.settings.games is not None:
                played = self.workers.each(
                    lambda job: patience.run(job, program, FORFEITED), planned.jobs, "games"
                )
                part = part.replace(results=tuple(played))
            done[planned.part.name] = part
        parts = tuple(done[planned.part.name] for planned in self.plan.parts)
        return Mark(self.game.name, name, parts, given_up=patience.told(program.seconds))

    def run_case(self, name: str, command: Sequence[str]) -> tuple[str, Result]:
        """Run one case by its name, and return its part's name and a result that tells all."""
        part, job = self.plan.find_job(name)
        program = self.program(command)
        check_fit(program, self.game, command)
        result = job.run(program.replace(thorough=True))
        return part.name, result

    @property
    def most(self) -> float:
        """Return the points of all parts, without bonus."""
        parts = (part_of(planned.part, (), {}) for planned in self.plan.parts)
        return Mark(self.game.name, "", tuple(parts)).most


def part_of(part: ExamPart, results: tuple[Result, ...], done: dict[str, Part]) -> Part:
    """Return the part of a mark; it is locked if one that it needs is not full."""
    missing = [need for need in part.needs if need in done and not done[need].full]
    return Part(
        part.name,
        part.points,
        results,
        part.about,
        part.bonus,
        f"{' and '.join(missing)} must be full first" if missing else "",
        OUTCOMES if part.games else (),
        part.games,
        part.beyond,
        part.each,
    )
