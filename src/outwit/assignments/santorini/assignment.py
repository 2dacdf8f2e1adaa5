"""The assignment of Santorini: a program with a text interface."""

from __future__ import annotations

import os

from outwit.assignments.assignment import Assignment
from outwit.assignments.exam import Exam
from outwit.assignments.santorini import program
from outwit.assignments.santorini.conversation import CONVERSATIONS
from outwit.assignments.santorini.examiner import EXAMINER
from outwit.assignments.santorini.keyboard import invent
from outwit.assignments.sessions import Sessions

FOLDER = os.path.dirname(__file__)
ASSIGNMENT = Assignment(
    program=program,
    conversations=CONVERSATIONS,
    exam=Exam(os.path.join(FOLDER, "exam.toml"), EXAMINER),
    sessions=Sessions(os.path.join(FOLDER, "sessions.json"), invent),
)
