"""The assignment of Advance: boards of four levels, then games."""

from __future__ import annotations

import os

from outwit.assignments.advance import program
from outwit.assignments.advance.marking import MARKING
from outwit.assignments.assignment import Assignment
from outwit.assignments.exam import Exam

EXAM = os.path.join(os.path.dirname(__file__), "exam.toml")
ASSIGNMENT = Assignment(program=program, marking=MARKING, exam=Exam(EXAM))
