"""What forms and scripts send about studies."""

from __future__ import annotations

import re

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from outwit.errors import UsageError
from outwit.server.base.validation import what_is_wrong
from outwit.storage.stored import LINK, PUBLIC
from outwit.storage.studyvalues import (
    LONGEST_COMMENT,
    LONGEST_MOVE,
    MOST_NODES,
    PRIVATE,
    NewChapter,
    StudyNode,
)

# The visibilities in words.
SEEN_BY = {
    PRIVATE: "only you",
    LINK: "everybody who has the link",
    PUBLIC: "everybody, and it is listed",
}
OPTION = "option-"
# The id of a game, alone or at the end of its URL.
GAME_ID = re.compile(r"(?:\S*/g/)?([A-Za-z0-9]{8})(?:[#?]\S*)?")


class SentNode(BaseModel):
    """A move of a tree, as a script sends it."""

    model_config = ConfigDict(extra="forbid", strict=True)

    parent: int = Field(ge=-1, lt=MOST_NODES, description="Index of the node before; -1: none.")
    move: str = Field(min_length=1, max_length=LONGEST_MOVE)
    comment: str = Field("", max_length=LONGEST_COMMENT)
    glyph: str = Field("", max_length=2, description="!, ?, !? or ?!")

    def node(self) -> StudyNode:
        """Return the node."""
        return StudyNode(self.parent, self.move, self.comment, self.glyph)


class SentTree(BaseModel):
    """A chapter as a script saves it: ``version`` is the one that was changed."""

    model_config = ConfigDict(extra="forbid", strict=True)

    csrf: str = Field(max_length=64)
    version: int = Field(ge=1, lt=1 << 31)
    comment: str = Field("", max_length=LONGEST_COMMENT)
    nodes: list[SentNode] = Field(max_length=MOST_NODES)


NODES = TypeAdapter(list[SentNode])


def read_tree(data: bytes) -> SentTree:
    """Return what a script has sent; raise UsageError, naming the field, if it is invalid."""
    try:
        return SentTree.model_validate_json(data)
    except ValidationError as error:
        raise UsageError(what_is_wrong(error.errors())) from None


def read_nodes(text: str) -> tuple[StudyNode, ...]:
    """Return the tree in a form's field, empty for an empty one; raise UsageError."""
    if not text:
        return ()
    try:
        sent = NODES.validate_json(text)
    except ValidationError as error:
        raise UsageError(what_is_wrong(error.errors())) from None
    return tuple(node.node() for node in sent)


def read_chapter(form: dict[str, str]) -> NewChapter:
    """Return the chapter that the fields of a form describe; raise UsageError."""
    options = {
        name.removeprefix(OPTION): value for name, value in form.items() if name.startswith(OPTION)
    }
    return NewChapter(
        form.get("chapter", ""),
        options,
        form.get("start", "").strip(),
        form.get("comment", ""),
        read_nodes(form.get("nodes", "")),
    )


def read_game_id(text: str) -> str:
    """Return the id in a game's URL; raise UsageError if there is none.

    >>> read_game_id(" https://example.org/g/abcd2345?ply=3 ")
    'abcd2345'
    """
    found = GAME_ID.fullmatch(text.strip())
    if found is None:
        raise UsageError("give the address of a game, such as /g/abcd2345")
    return found[1]
