"""Studies as values: chapters, their trees of variations, and the limits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime

from outwit.core.value import Value
from outwit.errors import TooMany, UsageError
from outwit.storage.names import read_title
from outwit.storage.stored import LINK, PUBLIC

# Visibility: the owner alone, everybody with the link, or listed for everybody.
PRIVATE = "private"
VISIBILITIES = (PRIVATE, LINK, PUBLIC)
GLYPHS = ("", "!", "?", "!?", "?!")
# Most studies of an account, chapters of a study, and moves of a chapter and of a study.
MOST_STUDIES, MOST_CHAPTERS, MOST_NODES, MOST_MOVES = 100, 64, 1_000, 10_000
# Most characters of a comment, of a move, of a start, and of a study's moves and comments.
LONGEST_COMMENT, LONGEST_MOVE, LONGEST_START, LONGEST_STUDY = 1_000, 200, 2_000, 300_000
# What no comment needs, and what databases refuse.
UNSTORABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


class StudyNode(Value):
    """A move of a tree. ``parent`` is the index of the node before it, -1 at the start.

    The first node of a parent continues its line; the others are variations.
    """

    parent: int
    move: str
    comment: str = ""
    glyph: str = ""


class NewChapter(Value):
    """A chapter to be stored; without ``start`` it begins at the start position of its options."""

    title: str
    options: dict[str, str] = {}  # noqa: RUF012  # never changed
    start: str = ""
    comment: str = ""
    nodes: tuple[StudyNode, ...] = ()

    @property
    def characters(self) -> int:
        """Return how many characters count for the limit of a study."""
        texts = sum(len(node.move) + len(node.comment) for node in self.nodes)
        return texts + len(self.comment) + len(self.start)


class Chapter(NewChapter):
    """A stored chapter; ``version`` is the study's at its last change."""

    number: int = 0
    version: int = 0


class NewStudy(Value):
    """A study to be stored."""

    title: str
    game: str
    visibility: str
    chapters: tuple[NewChapter, ...]


class StudyLine(Value):
    """A study without its chapters, as lists of studies show it."""

    id: str
    owner: int
    owner_name: str
    title: str
    game: str
    visibility: str
    version: int
    created: datetime
    changed: datetime


class Study(StudyLine):
    """A study with its chapters, in order."""

    chapters: tuple[Chapter, ...] = ()

    def chapter(self, number: int) -> Chapter | None:
        """Return a chapter by its number, None if there is none."""
        return next((each for each in self.chapters if each.number == number), None)


def checked_study(new: NewStudy) -> NewStudy:
    """Return a study as it is stored; raise UsageError, or TooMany beyond a limit."""
    check_visibility(new.visibility)
    chapters = checked_chapters(new.chapters)
    return new.replace(title=read_title(new.title), chapters=chapters)


def check_visibility(visibility: str) -> None:
    """Raise UsageError for an unknown visibility."""
    if visibility not in VISIBILITIES:
        raise UsageError(f"visibility {visibility[:40]!r} is not one of {', '.join(VISIBILITIES)}")


def checked_chapters(chapters: Sequence[NewChapter]) -> tuple[NewChapter, ...]:
    """Return all chapters of a study as they are stored; raise UsageError or TooMany."""
    if not chapters:
        raise UsageError("a study has at least one chapter")
    check_totals(
        len(chapters),
        sum(len(each.nodes) for each in chapters),
        sum(each.characters for each in chapters),
    )
    return tuple(map(checked_chapter, chapters))


def check_totals(chapters: int, moves: int, characters: int) -> None:
    """Raise TooMany if a study of this size is too large."""
    if chapters > MOST_CHAPTERS:
        raise TooMany(f"a study has at most {MOST_CHAPTERS} chapters")
    if moves > MOST_MOVES:
        raise TooMany(f"all chapters of a study have at most {MOST_MOVES:,} moves")
    if characters > LONGEST_STUDY:
        raise TooMany(
            f"the moves and comments of a study have at most {LONGEST_STUDY:,} characters"
        )


def checked_chapter(chapter: NewChapter) -> NewChapter:
    """Return a chapter as it is stored; raise UsageError or TooMany.

    Whether the moves are legal is not checked: the rules are not known here.
    """
    if len(chapter.start) > LONGEST_START:
        raise UsageError(f"a start position has at most {LONGEST_START:,} characters")
    return chapter.replace(
        title=read_title(chapter.title),
        comment=read_comment(chapter.comment),
        nodes=checked_nodes(chapter.nodes),
    )


def checked_nodes(nodes: Iterable[StudyNode]) -> tuple[StudyNode, ...]:
    """Return a tree as it is stored; raise UsageError or TooMany.

    A node comes after its parent, so there are no circles, and a parent has a move once.
    """
    found: list[StudyNode] = []
    known: set[tuple[int, str]] = set()
    for number, node in enumerate(nodes):
        if number >= MOST_NODES:
            raise TooMany(f"a chapter has at most {MOST_NODES:,} moves")
        if not -1 <= node.parent < number:
            raise UsageError(f"node {number}: its parent is not a node before it")
        if not 1 <= len(node.move) <= LONGEST_MOVE:
            raise UsageError(f"node {number}: a move has 1 to {LONGEST_MOVE} characters")
        if node.glyph not in GLYPHS:
            known_glyphs = ", ".join(GLYPHS[1:])
            raise UsageError(f"node {number}: glyph {node.glyph[:10]!r} is none of {known_glyphs}")
        if (node.parent, node.move) in known:
            raise UsageError(f"node {number}: move {node.move[:40]!r} is there twice")
        known.add((node.parent, node.move))
        found.append(node.replace(comment=read_comment(node.comment)))
    return tuple(found)


def read_comment(text: str) -> str:
    r"""Return a comment in its stored form; raise UsageError if it is too long.

    >>> read_comment(" a\r\n<b>\0 ")
    'a\n<b>'
    """
    comment = UNSTORABLE.sub("", text.replace("\r\n", "\n")).strip()
    if len(comment) > LONGEST_COMMENT:
        raise UsageError(f"a comment has at most {LONGEST_COMMENT:,} characters")
    return comment
