"""The trees of studies by the rules: checked, with labels, and as records.

A record has one line of moves. The main line of a chapter is a record, and so is each variation,
from the beginning: its tags ``Chapter`` and ``Line`` tell where it belongs. A comment is in the
first record that has its move, after the glyph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from outwit.core.game import Game
from outwit.core.position import Position
from outwit.errors import BadRecord, MoveError, OutwitError, TooMany, UsageError
from outwit.games import game as find_game
from outwit.records.jsonlines import read_json
from outwit.records.reader import read_entries
from outwit.records.record import UNFINISHED, GameRecord, PlayedMove
from outwit.records.replay import first_position, from_position, option_text
from outwit.storage.names import LONGEST_TITLE, SHORTEST_TITLE
from outwit.storage.studyvalues import (
    GLYPHS,
    MOST_CHAPTERS,
    MOST_NODES,
    NewChapter,
    NewStudy,
    Study,
    StudyNode,
)

# The tags of a record that is a line of a chapter.
STUDY, CHAPTER, LINE = "Study", "Chapter", "Line"
GLYPHED = re.compile(rf"({'|'.join(re.escape(each) for each in GLYPHS[:0:-1])})(?: |\Z)")


def start_of(game: str, chapter: NewChapter) -> Position:
    """Return the position in which a chapter begins; raise an OutwitError with the reason."""
    first = GameRecord(game, ("", ""), chapter.start, chapter.options, (), UNFINISHED, "", {})
    return first_position(first)


def by_the_rules(game: str, chapter: NewChapter) -> NewChapter:
    """Return a chapter with start, options and moves as the game writes them.

    Raise an OutwitError that names the first node whose move is not legal.
    """
    position = start_of(game, chapter)
    options = {
        name: option_text(value) for name, value in position.options.items() if value is not None
    }
    moves = {number: text for number, text, _ in walk(position.copy(), chapter.nodes)}
    nodes = tuple(node.replace(move=moves[at]) for at, node in enumerate(chapter.nodes))
    return chapter.replace(start=position.text, options=options, nodes=nodes)


def study_by_the_rules(new: NewStudy) -> NewStudy:
    """Return a study as ``by_the_rules`` does; the error names the chapter."""
    chapters = []
    if len(new.chapters) > MOST_CHAPTERS:
        raise TooMany(f"a study has at most {MOST_CHAPTERS} chapters")
    for number, chapter in enumerate(new.chapters, 1):
        try:
            chapters.append(by_the_rules(new.game, chapter))
        except OutwitError as error:
            raise UsageError(f"chapter {number}: {error}") from None
    return new.replace(chapters=tuple(chapters))


def walk(position: Position, nodes: tuple[StudyNode, ...]) -> Iterator[tuple[int, str, bool]]:
    """Play a tree, depth first; yield the number and the text of each move after it was played.

    With them comes whether the move ends a line. Afterwards the position is as before.
    """
    if len(nodes) > MOST_NODES:
        raise TooMany(f"a chapter has at most {MOST_NODES:,} moves")
    children: dict[int, list[int | None]] = {}
    for number, node in enumerate(nodes):
        if not -1 <= node.parent < number:
            raise UsageError(f"node {number}: its parent is not a node before it")
        children.setdefault(node.parent, []).append(number)
    # A number is played; None takes a move back.
    stack: list[int | None] = children.get(-1, [])[::-1]
    while stack:
        at = stack.pop()
        if at is None:
            position.undo_number()
            continue
        try:
            position.play(nodes[at].move)
        except MoveError as error:
            raise UsageError(f"node {at}: {error}") from None
        yield at, str(position.last_move), at not in children
        stack.append(None)
        stack.extend(children.get(at, ())[::-1])


def shown_nodes(position: Position, nodes: tuple[StudyNode, ...]) -> list[dict[str, Any]]:
    """Return a tree for the script, with the label of each move."""
    labels = {}
    line = position.copy()
    for number, _, _ in walk(line, nodes):
        move = line.last_move
        labels[number] = "" if move is None else move.label
    return [{**vars(node), "label": labels[at]} for at, node in enumerate(nodes)]


def records_of(study: Study) -> Iterator[GameRecord]:
    """Yield the chapters as records: each has one for its main line and for each variation."""
    game = find_game(study.game)
    for chapter in study.chapters:
        yield from lines_of(game, study, chapter)


def lines_of(game: Game, study: Study, chapter: NewChapter) -> Iterator[GameRecord]:
    """Yield the lines of a chapter as records, the main line first."""
    position = start_of(study.game, chapter)
    tags = {STUDY: study.title, CHAPTER: chapter.title}
    path: list[PlayedMove] = []
    fresh: set[int] = set()
    count = 0
    for number, text, is_last in walk(position, chapter.nodes):
        del path[len(position.played) - 1 :]
        node = chapter.nodes[number]
        path.append(PlayedMove(text, comment=" ".join(filter(None, (node.glyph, node.comment)))))
        fresh.add(len(path) - 1)
        if not is_last:
            continue
        count += 1
        # What earlier lines have said is not said again.
        moves = tuple(
            played if at in fresh else PlayedMove(played.move) for at, played in enumerate(path)
        )
        fresh.clear()
        comment = chapter.comment if count == 1 else ""
        yield from_position(
            game, position, moves=moves, tags={**tags, LINE: str(count)}, comment=comment
        )
    if not count:
        yield from_position(game, position, tags={**tags, LINE: "1"}, comment=chapter.comment)


def read_chapters(text: str, game: str = "") -> tuple[str, tuple[NewChapter, ...]]:
    """Return the game of records, text or JSON lines, and their chapters by the rules.

    Each record is a chapter, except a further line of the chapter before it. Raise an OutwitError,
    also if a record is of another game than ``game`` or than the first.
    """
    found: list[Builder] = []
    lines = text.splitlines()
    read = read_json if text.lstrip("\ufeff \t\r\n").startswith('{"') else read_entries
    for entry in read(lines):
        if isinstance(entry, BadRecord):
            raise entry
        record = entry.record
        game = game or record.game
        if record.game != game:
            raise UsageError(f"all records of a study are of one game, here {game!r}")
        if not (found and found[-1].continues(record)):
            if len(found) == MOST_CHAPTERS:
                raise TooMany(f"a study has at most {MOST_CHAPTERS} chapters")
            found.append(Builder(record, len(found) + 1))
        found[-1].add(record)
    if not found:
        raise UsageError("there is no record in this text")
    study = NewStudy("", game, "", tuple(each.chapter() for each in found))
    return game, study_by_the_rules(study).chapters


def chapters_of(record: GameRecord, game: str, title: str = "") -> tuple[str, tuple[NewChapter]]:
    """Return the game of a record, and the record as a chapter; raise an OutwitError.

    An empty ``game`` is any.
    """
    if game not in ("", record.game):
        raise UsageError(f"this study is of {game}, and that game is of {record.game}")
    builder = Builder(record, 1)
    builder.add(record)
    chapter = builder.chapter()
    return record.game, (by_the_rules(record.game, chapter.replace(title=title or chapter.title)),)


class Builder:
    """Makes a chapter of records: of a line, and of the variations after it."""

    def __init__(self, record: GameRecord, number: int) -> None:
        self.record = record
        self.title = title_of(record, number)
        self.comment = record.comment
        self.nodes: list[StudyNode] = []
        self.places: dict[tuple[int, str], int] = {}

    def continues(self, record: GameRecord) -> bool:
        """Tell whether a record is a further line of this chapter."""
        own = self.record
        is_further = record.tags.get(LINE, "1") != "1" and CHAPTER in record.tags
        same = (record.tags.get(CHAPTER), record.start, record.options)
        return is_further and same == (own.tags.get(CHAPTER), own.start, own.options)

    def add(self, record: GameRecord) -> None:
        """Add the moves of a line; those that are there already get what is said about them."""
        parent = -1
        for played in record.moves:
            glyphed = GLYPHED.match(played.comment)
            glyph = glyphed[1] if glyphed else ""
            comment = played.comment[glyphed.end() :] if glyphed else played.comment
            at = self.places.get((parent, played.move))
            if at is None:
                if len(self.nodes) == MOST_NODES:
                    raise TooMany(f"a chapter has at most {MOST_NODES:,} moves")
                at = self.places[parent, played.move] = len(self.nodes)
                self.nodes.append(StudyNode(parent, played.move, comment, glyph))
            elif comment or glyph:
                self.nodes[at] = self.nodes[at].replace(comment=comment, glyph=glyph)
            parent = at

    def chapter(self) -> NewChapter:
        """Return the chapter."""
        options, start = self.record.options, self.record.start
        return NewChapter(self.title, options, start, self.comment, tuple(self.nodes))


def title_of(record: GameRecord, number: int) -> str:
    """Return the title of a chapter: the record's own, else its players, else its number."""
    players = " – ".join(name or "?" for name in record.players) if any(record.players) else ""
    for text in (record.tags.get(CHAPTER, ""), players):
        shown = "".join(char for char in " ".join(text.split()) if char.isprintable())
        if len(shown) >= SHORTEST_TITLE:
            return shown[:LONGEST_TITLE].strip()
    return f"Chapter {number}"
