r"""The exam of an assignment: parts with points, and their cases, in a file that teachers change.

A file has a table ``[[part]]`` for each part, and in it ``[[part.case]]`` for each case:

    seconds = 10          # for a case, or a move of a game
    memory = 1024         # mebibytes

    [[part]]
    name = "first move of type 1"
    points = 4
    about = "the assignment, Automated player behaviour, Type 1"

    [[part.case]]
    name = "takes the highest value"
    arguments = ["1", "H", "board"]
    typed = "1 1\n"
    files.board = "…"

Without ``about`` a part is ours: the assignment does not ask for it. A part may say
``bonus = true``: it counts beyond the full mark. ``needs = ["PART", …]``: it counts only if these
are full, and count. ``hidden = true``: reports show its cases' names and results only.

Instead of cases a part may have ``level = 4``, the boards of a level (``invented = 10``: 10 new
ones), or ``games = 100``. Then ``opponent`` is a bot of ours, ``beyond`` how many wins earn
nothing, ``each`` the points of each further win, ``side`` 0 or 1 the only side to play, and
``settings`` those of the text player.

Fields of a case that are not those of ``ExamCase`` are for the examiner.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from outwit.assignments.assignment import Assignment
from outwit.assignments.exam import Exam, ExamCase, Examiner
from outwit.core.value import Value
from outwit.errors import BadFile
from outwit.files import parse_toml, read_bytes

LARGEST_FILE = 1 << 24
FIELDS = ("seconds", "memory", "part")


class ExamPart(Value):
    """Cases, boards or games that earn points together."""

    name: str
    points: float
    cases: tuple[ExamCase, ...] = ()
    # Where the assignment asks for it.
    about: str = ""
    bonus: bool = False
    needs: tuple[str, ...] = ()
    hidden: bool = False
    # The level of the boards, and the number of new boards; 0: those of the file.
    level: int | None = None
    invented: int = 0
    # Games, the opponent in them, and what wins earn.
    games: int = 0
    opponent: str = ""
    beyond: float = 0.0
    each: float = 0.0
    side: int | None = None
    settings: tuple[tuple[str, str], ...] = ()


class ExamPaper(Value):
    """All parts of an exam, and the limits of a run."""

    parts: tuple[ExamPart, ...]
    seconds: float = 10.0
    memory: int = 1024


PART_FIELDS = tuple("case" if field == "cases" else field for field in ExamPart.fields)


def find_examiner(exam: Exam) -> Examiner:
    """Return the examiner of an exam."""
    if exam.examiner is None:
        raise BadFile("there are cases, but this game's programs are marked on boards")
    return exam.examiner


def read_exam(path: Path) -> ExamPaper:
    """Read the file of an exam; raise BadFile, naming the place, if it is none."""
    try:
        return read_paper(read_bytes(str(path), LARGEST_FILE), path.name)
    except OSError as error:
        raise BadFile(f"{str(path)!r} cannot be read: {error.strerror or error}") from None


def read_paper(text: bytes, name: str) -> ExamPaper:
    """Read an exam; raise BadFile, naming the place in the file of a name, if it is none."""
    where = name
    try:
        data = parse_toml(text)
        check_fields(data, FIELDS)
        parts = []
        for number, table in enumerate(data["part"], 1):
            where = f"{name}, part {number}"
            where = f"{name}, part {str(table['name'])[:80]!r}"
            parts.append(read_part(table))
        where = name
        check_parts(parts)
        return ExamPaper(
            tuple(parts),
            positive(data.get("seconds", ExamPaper.seconds)),
            int(positive(data.get("memory", ExamPaper.memory))),
        )
    except KeyError as error:
        raise BadFile(f"{where}: {error} is missing") from None
    except (ValueError, TypeError, AttributeError) as error:
        raise BadFile(f"{where}: {error}") from None


def check_paper(paper: ExamPaper, name: str, assignment: Assignment) -> None:
    """Raise BadFile for a part by which programs for an assignment cannot be marked."""
    exam = assignment.exam
    if exam is not None:
        check_cases(paper, name, read_exam(Path(exam.path)))
    for part in paper.parts:
        where = f"{name}, part {part.name[:80]!r}"
        if part.cases and (exam is None or exam.examiner is None):
            raise BadFile(f"{where}: it has cases, but this game's programs are marked on boards")
        if part.level is not None:
            levels = () if assignment.marking is None else assignment.marking.levels
            if part.level not in levels:
                there = ", ".join(map(str, levels)) or "none"
                raise BadFile(f"{where}: there is no level {part.level}; there are {there}")


def check_cases(paper: ExamPaper, name: str, own: ExamPaper) -> None:
    """Raise BadFile for a case with a word in ``asks``, or a field, that no case of ``own`` has.

    An examiner ignores both, so the case would pass whatever the program does. ``own`` is the exam
    of the game: its cases use every word and field that the examiner knows.
    """
    usual = [case for part in own.parts for case in part.cases]
    words = sorted({word for case in usual for word in case.asks.split()})
    fields = sorted({field for case in usual for field in case.options})
    known = [field for field in ExamCase.fields if field != "options"] + fields
    for part in paper.parts:
        for case in part.cases:
            where = f"{name}, part {part.name[:80]!r}, case {case.name[:80]!r}"
            for word in case.asks.split():
                if word not in words:
                    there = ", ".join(words) or "none"
                    raise BadFile(f"{where}: asks has no word {word[:40]!r}; there are {there}")
            for field in case.options:
                if field not in fields:
                    there = ", ".join(known)
                    raise BadFile(f"{where}: there is no field {field[:40]!r}; there are {there}")


def check_fields(table: dict[str, Any], known: tuple[str, ...]) -> None:
    """Raise ValueError for a field that there is not."""
    for key in table:
        if key not in known:
            raise ValueError(f"there is no field {key[:40]!r}; there are {', '.join(known)}")


def check_parts(parts: list[ExamPart]) -> None:
    """Raise ValueError if two parts or cases have the same name, or a part needs a later one."""
    known: dict[str, ExamPart] = {}
    for part in parts:
        for need in part.needs:
            if need not in known:
                raise ValueError(f"part {part.name!r} needs {need!r}, which is no part before it")
            if known[need].games and not part.games:
                raise ValueError(f"part {part.name!r} cannot need {need!r}: games come last")
        if part.name in known:
            raise ValueError(f"two parts are called {part.name!r}")
        known[part.name] = part
        names = [case.name for case in part.cases]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"two cases of part {part.name!r} are called {name!r}")


def read_part(table: dict[str, Any]) -> ExamPart:
    """Read a part."""
    check_fields(table, PART_FIELDS)
    if sum(key in table for key in ("case", "level", "games")) != 1:
        raise ValueError("it must have one of [[part.case]], level and games")
    points = float(table["points"])
    if not 0 <= points < math.inf:
        raise ValueError(f"points cannot be {points:g}")
    side = table.get("side")
    if side not in (None, 0, 1):
        raise ValueError("side must be 0 or 1")
    hidden = bool(table.get("hidden", False))
    cases = tuple(map(read_case, table.get("case", ())))
    if "case" in table and not cases:
        raise ValueError("it has no cases")
    return ExamPart(
        str(table["name"]),
        points,
        tuple(case.replace(hidden=True) for case in cases) if hidden else cases,
        str(table.get("about", "")),
        bool(table.get("bonus", False)),
        tuple(map(str, table.get("needs", ()))),
        hidden,
        int(table["level"]) if "level" in table else None,
        int(table.get("invented", 0)),
        int(positive(table["games"])) if "games" in table else 0,
        str(table.get("opponent", "")),
        float(table.get("beyond", 0)),
        float(table.get("each", 0)),
        side,
        tuple((key, str(value)) for key, value in table.get("settings", {}).items()),
    )


def positive(number: object) -> float:
    """Return a number above zero; raise ValueError for anything else."""
    if isinstance(number, bool) or not isinstance(number, int | float) or not 0 < number < math.inf:
        raise ValueError(f"a number above 0 is expected, not {number!r}")
    return number


def read_case(table: dict[str, Any]) -> ExamCase:
    """Read a case; a file that is ``false`` is a folder, others have one byte a character."""
    for text in table.get("files", {}).values():
        str(text).encode("latin-1")
    others = {key: value for key, value in table.items() if key not in ExamCase.fields}
    return ExamCase(
        str(table["name"]),
        tuple(map(str, table.get("arguments", ()))),
        {
            name: None if text is False else str(text)
            for name, text in table.get("files", {}).items()
        },
        str(table.get("typed", "")),
        str(table.get("asks", "")),
        {**table.get("options", {}), **others},
        bool(table.get("hidden", False)),
        str(table.get("about", "")),
    )
