"""The objects that the API sends about classes and their assignments."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from outwit.server.api.answers import Answer, Milliseconds


class Class(Answer):
    """A class that you teach or belong to."""

    id: str
    name: str
    game: str
    teacher: bool = Field(description="Whether you teach it.")
    url: str


class Classes(Answer):
    """Your classes."""

    classes: list[Class]


class Assignment(Answer):
    """An assignment; ``open`` says whether programs are taken now."""

    id: str
    url: str
    class_id: str
    title: str
    game: str
    options: dict[str, str]
    exam: Literal["own", "file", "strength"]
    opens_at: Milliseconds | None
    deadline: Milliseconds | None
    late_hours: int
    late_percent: int
    group_size: int
    published: bool
    frozen: bool
    open: bool


class Assignments(Answer):
    """The assignments of a class, the newest first."""

    assignments: list[Assignment]


class Points(Answer):
    """The points of a hand-in, less what being late costs."""

    score: float
    most: float
    whole: bool = Field(description="Whether the hidden cases are in it.")


class HandInLine(Answer):
    """A hand-in; ``wait`` are the seconds until its next step is done, as far as is known."""

    id: str
    url: str
    number: int
    name: str
    at: Milliseconds
    late: bool
    active: bool
    state: Literal["waiting", "ready", "refused"]
    wait: float
    failure: str
    points: Points | None = Field(description="Null while there are none, or none may be seen.")


class HandInLines(Answer):
    """Your hand-ins for an assignment, the newest first."""

    handins: list[HandInLine]


class HandInFull(HandInLine):
    """A hand-in with what its build and its marking said."""

    language: str
    log: str
    report: str = Field(description="The mark in words; empty if it may not be seen.")
    games: int
