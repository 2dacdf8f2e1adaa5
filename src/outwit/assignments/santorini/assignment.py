"""The assignment of Santorini: a program with a text interface."""

from __future__ import annotations

import os

from outwit.assignments.assignment import Assignment
from outwit.assignments.exam import Exam
from outwit.assignments.santorini.conversation import CONVERSATIONS
from outwit.assignments.santorini.keyboard import invent
from outwit.assignments.sessions import Sessions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from outwit.assignments.exam import Examiner


def load_program() -> ModuleType:
    """Return our program."""
    from outwit.assignments.santorini import program

    return program


def load_examiner() -> Examiner:
    """Return who judges the cases of the exam."""
    from outwit.assignments.santorini.examiner import EXAMINER

    return EXAMINER


EXAM = os.path.join(os.path.dirname(__file__), "exam.toml")
SESSIONS = os.path.join(os.path.dirname(__file__), "sessions.json")
ASSIGNMENT = Assignment(
    program=load_program,
    conversations=CONVERSATIONS,
    exam=Exam(EXAM, load_examiner),
    sessions=Sessions(SESSIONS, invent),
)
