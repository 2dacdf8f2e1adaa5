r"""The exam of an assignment: parts with points, their cases, and how a case is run.

A file has a table ``[[part]]`` for each part, and in it ``[[part.case]]`` for each case:

    [[part]]
    name = "first move of type 1"
    points = 4
    about = "the assignment, Automated player behaviour, Type 1"

    [[part.case]]
    name = "takes the highest value"
    arguments = ["1", "H", "board"]
    typed = "1 1\n"
    files.board = "…"

A part may say ``bonus = true``: it counts beyond the full mark. ``needs = ["PART", …]``: it counts
only if these are full. Fields of a case that are not those of ``ExamCase`` are for the examiner.
"""

from __future__ import annotations

import tomllib
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outwit.core.exam import Exam, ExamCase, Examiner, Exchange, Transcript
from outwit.core.value import Value
from outwit.errors import BadFile
from outwit.files import read_bytes
from outwit.process.once import Run, run_once

if TYPE_CHECKING:
    from collections.abc import Sequence
    from threading import Event

LARGEST_FILE = 1 << 24
PART_FIELDS = ("name", "points", "about", "bonus", "needs", "case")


class ExamPart(Value):
    """Cases that earn points together, each as much as the others."""

    name: str
    points: float
    cases: tuple[ExamCase, ...]
    # Where the assignment asks for it.
    about: str = ""
    bonus: bool = False
    needs: tuple[str, ...] = ()


def find_examiner(exam: Exam) -> Examiner:
    """Return the examiner of an exam."""
    found = import_module(exam.examiner).EXAMINER
    assert isinstance(found, Examiner)
    return found


def read_exam(path: Path) -> tuple[ExamPart, ...]:
    """Read the parts of an exam; raise BadFile, naming the place, if it is none."""
    where = path.name
    try:
        data = tomllib.loads(read_bytes(str(path), LARGEST_FILE).decode("utf-8", "replace"))
        parts = []
        for table in data["part"]:
            where = f"{path.name}, part {table['name']!r}"
            parts.append(read_part(table))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadFile(f"{where}: {type(error).__name__}: {error}") from None
    return tuple(parts)


def read_part(table: dict[str, Any]) -> ExamPart:
    """Read a part."""
    for key in table:
        if key not in PART_FIELDS:
            raise KeyError(f"there is no field {key!r}; there are {', '.join(PART_FIELDS)}")
    return ExamPart(
        str(table["name"]),
        float(table["points"]),
        tuple(map(read_case, table["case"])),
        str(table.get("about", "")),
        bool(table.get("bonus", False)),
        tuple(map(str, table.get("needs", ()))),
    )


def read_case(table: dict[str, Any]) -> ExamCase:
    """Read a case."""
    others = {key: value for key, value in table.items() if key not in ExamCase.fields}
    return ExamCase(
        str(table["name"]),
        tuple(map(str, table.get("arguments", ()))),
        {name: str(text) for name, text in table.get("files", {}).items()},
        str(table.get("typed", "")),
        str(table.get("asks", "")),
        {**table.get("options", {}), **others},
        bool(table.get("hidden", False)),
    )


def run_case(
    examiner: Examiner,
    case: ExamCase,
    command: Sequence[str],
    seconds: float,
    stop: Event | None = None,
) -> Transcript:
    """Run a case; raise BotAbsent if the program cannot be started."""
    typist = examiner.typist(case)

    def type_next(printed: bytes) -> bytes | None:
        answer = typist(printed.decode("utf-8", "replace"))
        return None if answer is None else answer.encode("utf-8", "surrogateescape")

    files = {
        name: None if text is None else text.encode("latin-1") for name, text in case.files.items()
    }
    words = [word.encode("utf-8", "surrogateescape") for word in case.arguments]
    run = run_once(command, words, files=files, seconds=seconds, stop=stop, typist=type_next)
    return transcript_of(run, seconds)


def transcript_of(run: Run, seconds: float) -> Transcript:
    """Return a run with what was printed after each line that was typed."""
    typed: list[str | None] = [""]
    cuts = [(0, 0)]
    for stdout, stderr, data in run.typed:
        typed.append(None if data is None else data.decode("utf-8", "replace"))
        cuts.append((stdout, stderr))
    ends = [*cuts[1:], (len(run.stdout), len(run.stderr))]
    exchanges = tuple(
        Exchange(
            text,
            run.stdout[begin[0] : end[0]].decode("utf-8", "replace"),
            run.stderr[begin[1] : end[1]].decode("utf-8", "replace"),
        )
        for text, begin, end in zip(typed, cuts, ends, strict=True)
    )
    stopped = run.exceeded
    if run.timed_out:
        stopped = f"it did not end within {seconds:g} s"
    elif run.flooded:
        stopped = "it printed too much"
    return Transcript(exchanges, run.status, stopped, run.files, run.seconds)
