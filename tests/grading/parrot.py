"""An exam about very little: programs say what they are told to say."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from outwit.assignments.assignment import Assignment
from outwit.assignments.exam import Exam, ExamCase, Examiner, Mistake, Transcript
from outwit.core.parts import Parts
from outwit.games import game
from outwit.grading.marker import Marker
from outwit.grading.plan import Settings
from outwit.grading.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Mapping

EXAM = """
seconds = 5

[[part]]
name = "manners"
points = 4
about = "page 1"

[[part.case]]
name = "says hello"
arguments = ["hello"]
says = "hello"

[[part.case]]
name = "repeats what is typed"
typed = "one\\ntwo\\n"
files.note = "a file\\n"
says = "two"
about = "page 2"

[[part]]
name = "more"
points = 6
needs = ["manners"]

[[part.case]]
name = "a secret"
arguments = ["secret"]
says = "secret"
hidden = true
"""
# Says its arguments, then what is typed.
GOOD = "import sys\nprint(*sys.argv[1:])\nfor line in sys.stdin: print('you said', line, end='')\n"
# Stops after the arguments.
HALF = "import sys\nprint(*sys.argv[1:])\n"


class Parrot(Examiner):
    """Looks for a text in what was printed."""

    def judge(
        self, case: ExamCase, transcript: Transcript, declared: Mapping[str, Any]
    ) -> list[Mistake]:
        """Find the text, or the one that the submission declares."""
        if case.options.get("fails", "never") in transcript.printed:
            raise ZeroDivisionError("an examiner's mistake")
        says = str(declared.get("says", case.options["says"]))
        if says in transcript.printed:
            return []
        last = len(transcript.exchanges) - 1
        return [Mistake(f"it does not say {says}", says, transcript.printed, last)]


def parrot_marker(folder: Path, exam: str = EXAM, **settings: Any) -> Marker:
    """Return a marker by the exam, which is written into a folder."""
    path = folder / "exam.toml"
    path.write_text(exam)
    assignment = Assignment(exam=Exam(str(path), Parrot()))
    parts = Parts(assignment=lambda: assignment)
    return Marker(game("push").replace(parts=parts), Settings(**settings), Workers(2))
