"""Cases of an exam, run with a student's program or, in this process, with our own."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType
from typing import TYPE_CHECKING
from unittest.mock import patch

import outwit
from outwit.assignments.assignment import assignment_of
from outwit.assignments.console import Console, Leave
from outwit.assignments.exam import ExamCase, Examiner, Exchange, Mistake, Transcript
from outwit.assignments.paper import ExamPart, find_examiner, read_exam
from outwit.assignments.replay import ReplayConsole
from outwit.grading.exchanges import judge
from outwit.grading.program import Program
from outwit.process.singlerun import Run

if TYPE_CHECKING:
    from outwit.process.singlerun import Typist

LONGEST = 200_000
STUDENTS = Path(__file__).parent / "students"
# What was judged, by all that an examiner sees; the cases live as long as this process.
JUDGED: dict[object, list[Mistake]] = {}


@cache
def parts(game: str) -> dict[str, ExamPart]:
    """Return the parts of a game's exam that have cases, by name."""
    exam = assignment_of(outwit.game(game)).exam
    assert exam is not None
    return {part.name: part for part in read_exam(Path(exam.path)).parts if part.cases}


@cache
def examiner(game: str) -> Examiner:
    """Return a game's examiner."""
    exam = assignment_of(outwit.game(game)).exam
    assert exam is not None
    return find_examiner(exam)


def case(game: str, part: str, name: str) -> ExamCase:
    """Return a case by its part and name."""
    return next(case for case in parts(game)[part].cases if case.name == name)


def told(game: str, mistake: str, case: ExamCase) -> str:
    """Return what the report says of a case of a student's program, nothing if it is passed."""
    command = (sys.executable, "-I", "-S", str(STUDENTS / f"{game}.py"), "--mistake", mistake)
    result = judge(Program(command, 30.0), examiner(game), case)
    return "" if result.passed else result.evidence


class OwnConsole(ReplayConsole):
    """Input and output in memory; the computer chooses for itself."""

    def decide(self, choose: Callable[[], str], allowed: Callable[[], Iterable[str]]) -> str:
        """Return the computer's choice."""
        return choose()


def mistakes_of_ours(
    game: str, play: Callable[[Console, list[str]], int], case: ExamCase
) -> list[Mistake]:
    """Judge our own program in this process; see ``judge_at_once``."""

    def run() -> tuple[str, str, int]:
        console = OwnConsole(case.typed.encode(), ())
        try:
            status = play(console, list(case.arguments))
        except Leave as end:
            status = end.status
            console.complain(str(end))
        console.flush()
        return console.stdout.decode(), console.stderr.decode(), status

    return judge_at_once(game, case, run)


@cache
def code_of(path: str) -> CodeType:
    """Return a compiled program."""
    return compile(Path(path).read_text("utf-8"), path, "exec")


class Known(Program):
    """A program of ours that does no harm: it is run in this process, typed at as usual."""

    def _run(
        self,
        arguments: Sequence[str | bytes],
        stdin: bytes,
        files: Mapping[str, bytes | None] | None,
        typist: Typist | None,
    ) -> Run:
        _, path, *words = self.command
        assert typist is not None
        assert not files
        output, errors, status = Paper(), Paper(), 0
        keys = Keys(typist, output, errors)
        with (
            redirect_stdout(output),
            redirect_stderr(errors),
            patch.object(sys, "stdin", keys),
            patch.object(sys, "argv", [path, *words, *map(os.fsdecode, arguments)]),
        ):
            try:
                exec(code_of(path), {"__name__": "__main__"})
            except SystemExit as end:
                status = end.code if isinstance(end.code, int) else int(end.code is not None)
                errors.write(end.code if isinstance(end.code, str) else "")
            except (IndexError, ValueError) as end:
                status = 1
                errors.write(repr(end))
        said = output.getvalue().encode(), errors.getvalue().encode()
        return Run(status, *said, {}, 0.0, typed=tuple(keys.typed))


class Keys:
    """What somebody types who answers what is printed."""

    def __init__(self, typist: Typist, output: Paper, errors: Paper) -> None:
        self.typist = typist
        self.output, self.errors = output, errors
        self.typed: list[tuple[int, int, bytes | None]] = []
        self.waiting: list[str] = []

    def readline(self) -> str:
        """Return the next line, nothing at the end."""
        if not self.waiting:
            printed = self.output.getvalue().encode()
            data = self.typist(printed)
            self.typed.append((len(printed), len(self.errors.getvalue().encode()), data))
            self.waiting = (data or b"").decode().splitlines(keepends=True)
        return self.waiting.pop(0) if self.waiting else ""


class Flooded(Exception):
    """More was printed than any game needs."""


class Paper(StringIO):
    """Keeps what is printed, up to a limit: some mistakes make games endless."""

    def write(self, text: str) -> int:
        """Keep a text."""
        if self.tell() > LONGEST:
            raise Flooded
        return super().write(text)


def mistakes_of_student(game: str, mistake: str, case: ExamCase) -> list[Mistake]:
    """Judge a student's program in this process; see ``judge_at_once``."""
    path = str(STUDENTS / f"{game}.py")

    def run() -> tuple[str, str, int]:
        output, errors, status = Paper(), Paper(), 0
        with (
            redirect_stdout(output),
            redirect_stderr(errors),
            patch.object(sys, "stdin", StringIO(case.typed)),
            patch.object(sys, "argv", [path, "--mistake", mistake, *case.arguments]),
        ):
            try:
                exec(code_of(path), {"__name__": "__main__"})
            except SystemExit as end:
                status = int(end.code or 0)
            except (EOFError, IndexError, Flooded) as end:
                status = 1
                errors.write(repr(end))
        return output.getvalue(), errors.getvalue(), status

    return judge_at_once(game, case, run)


def judge_at_once(
    game: str, case: ExamCase, run: Callable[[], tuple[str, str, int]]
) -> list[Mistake]:
    """Judge a program that is run in a folder with the case's files, and prints all at its end."""
    with TemporaryDirectory() as name, chdir(name):
        folder = Path(name)
        for file, text in case.files.items():
            (folder / file).write_bytes((text or "").encode())
        printed, errors, status = run()
        files = {path.name: path.read_bytes() for path in folder.iterdir()}
    # Most mistakes change what is printed in few cases only.
    key = (game, id(case), printed, errors, status, tuple(sorted(files.items())))
    if key not in JUDGED:
        transcript = Transcript((Exchange("", printed, errors),), status, "", files, 0.0)
        JUDGED[key] = examiner(game).judge(case, transcript, {})
    return JUDGED[key]
