"""The assignment of Jeson Mor: a program with a text interface."""

from __future__ import annotations

import os

from outwit.assignments.assignment import Assignment
from outwit.assignments.exam import Exam
from outwit.assignments.jesonmor import program
from outwit.assignments.jesonmor.conversation import CONVERSATIONS
from outwit.assignments.jesonmor.examiner import EXAMINER
from outwit.assignments.jesonmor.keyboard import invent
from outwit.assignments.sessions import Sessions

FOLDER = os.path.dirname(__file__)
ASSIGNMENT = Assignment(
    program=program,
    conversations=CONVERSATIONS,
    exam=Exam(os.path.join(FOLDER, "exam.toml"), EXAMINER),
    sessions=Sessions(os.path.join(FOLDER, "sessions.json"), invent),
)
