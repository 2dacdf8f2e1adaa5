"""What a program is marked by: the parts of an exam, each with its jobs."""

from __future__ import annotations

import hashlib
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from outwit.assignments.assignment import assignment_of
from outwit.assignments.paper import ExamPaper, ExamPart, check_cases, find_examiner, read_exam
from outwit.core.value import Value
from outwit.errors import BadFile, UsageError
from outwit.grading import boards, exchanges, transcripts
from outwit.grading.cases import Case, find_cases, generate_cases, read_cases
from outwit.grading.matches import play_game
from outwit.grading.sessions import RecordedSession, Suite, find_suite, read_suite
from outwit.grading.textgames import play_text_game

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from outwit.assignments.exam import ExamCase, Examiner
    from outwit.assignments.marking import Marking
    from outwit.assignments.sessions import Sessions
    from outwit.core.game import Game
    from outwit.grading.mark import Result
    from outwit.grading.program import Program

# Cases that are named if there is none of a name.
NEAREST = 5
SESSIONS, MOST = "sessions", 100.0
# Where a game has boards but no exam: points of all levels together, games for the rest.
LEVELS, GAMES = 80.0, 100


class NothingToMark(UsageError):
    """An exam has no case that is to be run."""


class Settings(Value):
    """How to mark."""

    # Cases or sessions other than ours.
    cases: Path | None = None
    # Only these levels; all if none are named.
    levels: tuple[int, ...] = ()
    # Games to play; None: as many as the exam says.
    games: int | None = None
    seed: int = 1
    seconds: float | None = None
    # Also what the assignment does not ask for, to the byte.
    strict: bool = False
    # Another exam than the game's own.
    exam: Path | None = None
    # Whether the hidden cases are run, too.
    whole: bool = True


class Job(Value):
    """One case, session or game."""

    name: str
    run: Callable[[Program], Result]


class PlannedPart(Value):
    """A part of the exam, and what is to be done for it."""

    part: ExamPart
    jobs: tuple[Job, ...]


class Plan:
    """All that is to be done to mark programs for a game; everything is read once."""

    def __init__(self, game: Game, settings: Settings) -> None:
        self.game = game
        self.settings = settings
        self._read: list[Path] = []
        self._cases: list[Case] | None = None
        self.assignment = assignment_of(game)
        marking, exam = self.assignment.marking, self.assignment.exam
        if settings.levels:
            if marking is None:
                raise UsageError(f"{game.name} has no levels")
            chosen_levels(settings.levels, marking)
        path = settings.exam or (None if exam is None else Path(exam.path))
        # Sessions are compared byte by byte, from any source.
        strict = settings.exam is None and marking is None and (settings.strict or settings.cases)
        if path is None and marking is not None:
            self.paper = usual_paper(marking)
        elif path is None or strict:
            self.paper = ExamPaper((ExamPart(SESSIONS, MOST),))
        else:
            self._read.append(path)
            self.paper = read_exam(path)
            if settings.exam is not None and exam is not None and Path(exam.path) != path:
                check_cases(self.paper, path.name, read_exam(Path(exam.path)))
        if not settings.whole:
            self.paper = self.paper.replace(parts=public_parts(self.paper.parts))
        self.seconds = settings.seconds or self.paper.seconds
        planned = [PlannedPart(part, self._jobs(part)) for part in self.paper.parts]
        self.parts = [part for part in planned if part.jobs]
        if not self.parts:
            raise NothingToMark("there is nothing to mark by")

    def _jobs(self, part: ExamPart) -> tuple[Job, ...]:
        marking = self.assignment.marking
        if part.games:
            return self._games(part, marking)
        if part.level is not None:
            if marking is None:
                raise BadFile(f"part {part.name!r}: {self.game.name} has no levels")
            return self._levels(part, marking)
        if part.cases:
            if self.settings.levels:
                return ()
            exam = self.assignment.exam
            if exam is None:
                raise BadFile(f"part {part.name!r}: {self.game.name} has no examiner for cases")
            examiner = find_examiner(exam)
            return tuple(Job(case.name, exam_job(examiner, case)) for case in part.cases)
        return self._sessions()

    def _levels(self, part: ExamPart, marking: Marking) -> tuple[Job, ...]:
        assert part.level is not None
        if part.level not in chosen_levels(self.settings.levels, marking):
            return ()
        if part.invented:
            cases = generate_cases(marking, part.level, part.invented, self.settings.seed)
        else:
            cases = [case for case in self._find_cases(marking) if case.level == part.level]
        return tuple(
            Job(case.name(marking.sides), board_job(marking, case, hidden=part.hidden))
            for case in cases
        )

    def _find_cases(self, marking: Marking) -> list[Case]:
        """Return all cases of the folder or file to mark by, read once."""
        if self._cases is None:
            place = self.settings.cases or marking.cases
            if place is None:
                raise UsageError(
                    f"{self.game.name} has no cases of its own: make some, or give --cases"
                )
            files = find_cases(Path(place), self.game.name)
            self._read += files
            self._cases = [case for file in files for case in read_cases(file, marking)]
        return self._cases

    def _games(self, part: ExamPart, marking: Marking | None) -> tuple[Job, ...]:
        number = part.games if self.settings.games is None else self.settings.games
        game, seed = self.game, self.settings.seed
        if marking is not None:
            bot = part.opponent or marking.opponent
            if bot not in game.parts.bots:
                raise BadFile(f"part {part.name!r}: {game.name} has no bot {bot[:40]!r}")
            return tuple(
                Job(f"{i + 1}", game_job(game, marking, bot, i, seed)) for i in range(number)
            )
        if not self.assignment.conversations:
            raise BadFile(f"part {part.name!r}: {game.name} has no text player")
        return tuple(Job(f"{i + 1}", text_game_job(game, part, i, seed)) for i in range(number))

    def _sessions(self) -> tuple[Job, ...]:
        own, program = own_sessions(self.game)
        path = find_suite(self.settings.cases or Path(own.path), self.game.name)
        self._read.append(path)
        suite = read_suite(path)
        return tuple(
            Job(session.name, session_job(suite, session, program)) for session in suite.sessions
        )

    def find_job(self, name: str) -> tuple[ExamPart, Job]:
        """Return a case by its name, or ``PART: NAME``; raise UsageError if there is none."""
        jobs = [(planned.part, job) for planned in self.parts for job in planned.jobs]
        found = [pair for pair in jobs if name in (pair[1].name, f"{pair[0].name}: {pair[1].name}")]
        if not found:
            found = [
                pair for pair in jobs if name.lower() in f"{pair[0].name}: {pair[1].name}".lower()
            ]
        if len(found) == 1:
            return found[0]
        names = [f"{part.name}: {job.name}" for part, job in found or jobs]
        if not found:
            near = get_close_matches(name, names, NEAREST, 0.3) or names[:NEAREST]
            more = "" if len(names) <= len(near) else '; --case "" lists all'
            raise UsageError(f"there is no case {name[:60]!r}; near it are {'; '.join(near)}{more}")
        if not name:
            raise UsageError(f"the cases are {'; '.join(names)}")
        listed = "; ".join(names[:20]) + ("; …" if len(names) > 20 else "")
        raise UsageError(f"{name[:60]!r} is not one case: {listed}")

    def fingerprint(self) -> str:
        """Return a hash of all that a mark depends on besides the program."""
        import outwit

        digest = hashlib.sha256(f"{outwit.__version__} {self.game.name}".encode())
        settings = self.settings.replace(cases=None, exam=None)
        digest.update(repr(settings).encode())
        for path in self._read:
            digest.update(path.read_bytes())
        return digest.hexdigest()[:16]


def public_parts(parts: tuple[ExamPart, ...]) -> tuple[ExamPart, ...]:
    """Return parts without what is hidden; cases that are left keep their points."""
    shown = []
    for part in parts:
        cases = tuple(case for case in part.cases if not case.hidden)
        if not part.hidden and (cases or not part.cases):
            share = len(cases) / len(part.cases) if part.cases else 1.0
            shown.append(part.replace(cases=cases, points=part.points * share))
    return tuple(shown)


def usual_paper(marking: Marking) -> ExamPaper:
    """Return the exam of a game that has boards but no exam of its own."""
    share = LEVELS / len(marking.levels)
    levels = [ExamPart(f"level {level}", share, level=level) for level in marking.levels]
    return ExamPaper((*levels, ExamPart("games", MOST - LEVELS, games=GAMES)))


def exam_job(examiner: Examiner, case: ExamCase) -> Callable[[Program], Result]:
    """Return the job of an exam's case."""
    return lambda program: exchanges.judge(program, examiner, case)


def board_job(marking: Marking, case: Case, *, hidden: bool) -> Callable[[Program], Result]:
    """Return the job of a board."""
    return lambda program: boards.judge(program, marking, case).replace(hidden=hidden)


def game_job(
    game: Game, marking: Marking, bot: str, number: int, seed: int
) -> Callable[[Program], Result]:
    """Return the job of a game by files."""
    return lambda program: play_game(program, game, marking, bot, number, seed)


def text_game_job(
    game: Game, part: ExamPart, number: int, seed: int
) -> Callable[[Program], Result]:
    """Return the job of a game by text."""
    return lambda program: play_text_game(program, game, part, number, seed)


def session_job(
    suite: Suite, session: RecordedSession, ours: ModuleType
) -> Callable[[Program], Result]:
    """Return the job of a session."""
    return lambda program: transcripts.judge(program, suite, session, ours)


def chosen_levels(levels: tuple[int, ...], marking: Marking) -> tuple[int, ...]:
    """Return the levels asked for; raise UsageError if one does not exist."""
    for level in levels:
        if level not in marking.levels:
            offered = ", ".join(map(str, marking.levels))
            raise UsageError(f"there is no level {level}; there are {offered}")
    return tuple(level for level in marking.levels if not levels or level in levels)


def own_sessions(game: Game) -> tuple[Sessions, ModuleType]:
    """Return a game's sessions and our program for them; raise UsageError if it has none."""
    found = assignment_of(game)
    if found.sessions is None or found.program is None:
        raise UsageError(f"{game.name} has no exam, no levels and no sessions to mark by")
    return found.sessions, found.program
