"""The assignment of Advance: boards of four levels, then games."""

from __future__ import annotations

import os

from outwit.assignments.advance.marking import MARKING
from outwit.assignments.assignment import Assignment
from outwit.assignments.exam import Exam

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType


def load_program() -> ModuleType:
    """Return our program."""
    from outwit.assignments.advance import program

    return program


EXAM = os.path.join(os.path.dirname(__file__), "exam.toml")
ASSIGNMENT = Assignment(program=load_program, marking=MARKING, exam=Exam(EXAM))
