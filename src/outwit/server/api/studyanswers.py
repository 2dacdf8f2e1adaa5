"""The objects that the API sends and takes about studies, field by field."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from outwit.server.api.answers import Answer, Milliseconds, Text
from outwit.server.values.studyform import SentNode
from outwit.storage.names import LONGEST_TITLE, SHORTEST_TITLE
from outwit.storage.studyvalues import (
    LONGEST_COMMENT,
    LONGEST_START,
    MOST_CHAPTERS,
    MOST_NODES,
    Chapter,
    NewChapter,
    NewStudy,
)

Visibility = Literal["private", "link", "public"]
Title = Annotated[str, Field(min_length=SHORTEST_TITLE, max_length=LONGEST_TITLE)]
Option = Annotated[str, Field(max_length=200)]


class SentChapter(BaseModel):
    """A chapter of a study that is created or replaced."""

    model_config = ConfigDict(extra="forbid", strict=True)

    title: Title
    options: dict[str, Option] = Field({}, max_length=20)
    start: str = Field(
        "", max_length=LONGEST_START, description="A position; empty: that of the options."
    )
    comment: str = Field("", max_length=LONGEST_COMMENT)
    nodes: list[SentNode] = Field(
        [], max_length=MOST_NODES, description="Each after its parent; the first child leads on."
    )

    def chapter(self) -> NewChapter:
        """Return the chapter."""
        nodes = tuple(node.node() for node in self.nodes)
        return NewChapter(self.title, dict(self.options), self.start, self.comment, nodes)


class SentStudy(BaseModel):
    """A study that is created."""

    model_config = ConfigDict(extra="forbid", strict=True)

    title: Title
    game: str = Field(max_length=40, description="The name of the game.")
    visibility: Visibility = "private"
    chapters: list[SentChapter] = Field(min_length=1, max_length=MOST_CHAPTERS)

    def study(self, game: str) -> NewStudy:
        """Return the study, of a game by its own name."""
        chapters = tuple(each.chapter() for each in self.chapters)
        return NewStudy(self.title, game, self.visibility, chapters)


class ReplacedStudy(SentStudy):
    """A study in place of another; ``version`` is the one that you have read."""

    version: int = Field(ge=1, lt=1 << 31)


class StudyNode(Answer):
    """A move of a tree; ``parent`` is the index of the node before, -1 at the start."""

    parent: int
    move: str
    comment: str
    glyph: str


class StudyChapter(Answer):
    """A chapter; its page is the study's URL, a slash, and ``number``."""

    number: int
    title: str
    options: dict[str, str]
    start: Text
    comment: str
    nodes: list[StudyNode]


class StudyLine(Answer):
    """A study without its chapters."""

    id: str
    url: str
    owner: str
    title: str
    game: str
    visibility: Visibility
    version: int
    created_at: Milliseconds
    changed_at: Milliseconds


class Study(StudyLine):
    """A study with its chapters."""

    chapters: list[StudyChapter]


class Studies(Answer):
    """Studies, the one changed last first."""

    studies: list[StudyLine]


def shown_chapter(chapter: Chapter) -> StudyChapter:
    """Return a chapter as it is sent."""
    return StudyChapter(
        number=chapter.number,
        title=chapter.title,
        options=chapter.options,
        start=chapter.start,
        comment=chapter.comment,
        nodes=[
            StudyNode(parent=node.parent, move=node.move, comment=node.comment, glyph=node.glyph)
            for node in chapter.nodes
        ],
    )
