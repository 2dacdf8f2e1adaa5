"""The objects that the API sends to teachers about marks."""

from __future__ import annotations

from pydantic import Field

from outwit.server.api.answers import Answer, Milliseconds


class MarkRow(Answer):
    """A student or group with the active hand-in; what is missing is null."""

    student: int = Field(description="The account, of a group that of its first member.")
    name: str
    handins: int
    last_at: Milliseconds | None
    handin: str | None = Field(description="The id of the active hand-in.")
    number: int | None
    language: str
    state: str = Field(description="waiting, ready or refused; empty without a hand-in.")
    failure: str
    public: float | None = Field(description="Points by the public cases.")
    whole: float | None = Field(description="Points by all cases.")
    late_percent: float
    final: float | None = Field(description="The points that count, less what being late costs.")
    most: float | None
    rank: int | None
    rating: float | None
    forfeits: int


class MarkRows(Answer):
    """Everyone of an assignment, by name."""

    title: str
    revision: int
    marks: list[MarkRow]


class MarkChange(Answer):
    """A new mark that does not count yet; ``old`` is null where there was none."""

    mark: int
    handin: str
    number: int
    name: str
    whole: bool
    revision: int
    old: float | None
    new: float
    most: float


class MarkChanges(Answer):
    """New marks that do not count yet, and how many are still to come."""

    waiting: int
    changes: list[MarkChange]


class Marked(Answer):
    """The number of hand-ins that are marked again, or of new marks that count now."""

    number: int
