"""Reads one game as text, line by line."""

from __future__ import annotations

import re
from functools import lru_cache

from outwit.errors import BadRecord
from outwit.records import syntax
from outwit.records.entry import Entry
from outwit.records.quoting import unescape, unescape_comment, whole
from outwit.records.record import RESULTS, GameRecord, PlayedMove

TAG = re.compile(rf'\s*\[({syntax.NAME}|\+)\s+"({syntax.INSIDE})"\s*\]\s*')
TOKEN = re.compile(
    rf"""\s*(?:
    (?P<number>[0-9]+\.+)
    | (?P<move>{syntax.MOVE})
    | {{(?P<comment>[^}}]*)}}
    | "(?P<quoted>{syntax.INSIDE})"
    | (?P<rest>;.*)
    | (?P<opened>{{.*)
    | (?P<mark>[$][0-9]+)
    | (?P<unknown>\S+)
    )""",
    re.VERBOSE | re.DOTALL,
)
# A line of nothing but numbers, moves and results, as most are.
PLAIN = re.compile(rf"(?:\s*+(?:[0-9]++\.++|{syntax.MOVE}+)(?=\s|\Z))*+\s*+")
# Longer moves than any game has are not cached.
SHORT = 16
BLANKS = " \t\r\n"
RESULT_SET = frozenset(RESULTS)


@lru_cache(4096)
def move_alone(move: str) -> PlayedMove:
    """Return a move without time, score or comment; cached, because a few moves are frequent."""
    return PlayedMove(move)


class GameParser:
    """Takes the lines of one game; every error is a BadRecord that names the line.

    ``read`` each line, then ``finish``.
    """

    __slots__ = (
        "comments", "field_tags", "last_tag", "last_tags", "length", "line", "move_lines", "moves",
        "open_comment", "open_line", "options", "result", "tag_lines", "tag_parts", "tags",
    )  # fmt: skip

    def __init__(self, line: int) -> None:
        self.line = line
        self.length = 0
        self.field_tags: dict[str, str] = {}
        self.options: dict[str, str] = {}
        self.tags: dict[str, str] = {}
        # Where the last tag was put, its name, and its further lines, to be joined all at once.
        self.last_tags = self.field_tags
        self.last_tag = ""
        self.tag_parts: list[str] = []
        self.tag_lines: dict[str, int] = {}
        self.moves: list[PlayedMove] = []
        self.move_lines: list[tuple[int, int]] = []
        # Comments by the number of moves before them; 0 has those on the game.
        self.comments: dict[int, list[str]] = {}
        # The line on which a comment began that is still open, 0 if none is, and its lines so far.
        self.open_line = 0
        self.open_comment: list[str] = []
        self.result: str | None = None

    def read(self, line: str, number: int) -> None:
        """Read a line; number is its place in the file, from 1."""
        self.length += len(line)
        if len(line) > syntax.LONGEST_LINE:
            raise fault(number, f"the line is longer than {syntax.LONGEST_LINE:,} characters")
        if self.length > syntax.LONGEST_GAME:
            raise fault(number, f"the game is longer than {syntax.LONGEST_GAME:,} characters")
        if not line.isascii():
            try:
                line.encode()
            except UnicodeEncodeError:
                raise fault(number, "the line is not UTF-8") from None
        try:
            if self.open_line:
                text, closed, rest = line.partition("}")
                self.open_comment.append(text.strip(BLANKS))
                if closed:
                    self.read_braces(" ".join(self.open_comment))
                    self.open_line = 0
                    self.read_moves(rest, number)
            elif line.startswith("%"):
                pass
            elif line.lstrip().startswith("["):
                self.read_tag(line, number)
            else:
                self.read_moves(line, number)
        except BadRecord as error:
            raise fault(number, str(error)) from None

    def read_tag(self, line: str, number: int) -> None:
        """Read a line that holds a tag."""
        found = TAG.fullmatch(line)
        if found is None:
            raise BadRecord(f'{line.strip()[:40]!r} is not a tag of the form [Name "value"]')
        if self.move_lines or self.result is not None:
            raise BadRecord(f"the tag {found[1][:40]} comes after the moves have begun")
        name, value = found.groups()
        if name == syntax.CONTINUED:
            self.tag_parts.append(unescape(value))
            return
        self.join_parts()
        if name in (syntax.OPTION, syntax.TAG):
            self.tag_lines.setdefault(name, number)
            tags = self.options if name == syntax.OPTION else self.tags
            before, equals, value = value.partition("=")
            if not equals:
                raise BadRecord(f"{name} {before[:40]!r} is not of the form name=value")
            name = unescape(before)
        else:
            self.tag_lines[name] = number
            tags = self.field_tags if name in syntax.FIELD_TAGS else self.tags
        if name in tags:
            raise BadRecord(f"{name[:40]!r} is given twice")
        tags[name] = unescape(value)
        self.last_tags, self.last_tag = tags, name

    def join_parts(self) -> None:
        """Append its further lines to the last tag's value."""
        if self.tag_parts:
            value = self.last_tags[self.last_tag] + "".join(self.tag_parts)
            self.last_tags[self.last_tag] = whole(value)
            self.tag_parts = []

    def read_moves(self, line: str, number: int) -> None:
        """Read moves and comments."""
        moves = self.moves
        first = len(moves)
        if not self.read_plain(line):
            self.read_tokens(line, number)
        if len(moves) > first:
            self.move_lines.append((first, number))

    def read_plain(self, line: str) -> bool:
        """Read a line of nothing but numbers, moves and a result; tell whether it is one."""
        if self.result is not None or not PLAIN.fullmatch(line):
            return False
        words = [word for word in line.split() if word[-1] != "."]
        if not RESULT_SET.isdisjoint(words):
            if not RESULT_SET.isdisjoint(words[:-1]):
                return False
            self.result = words.pop()
        self.moves += [
            move_alone(word) if len(word) < SHORT else PlayedMove(word) for word in words
        ]
        return True

    def read_tokens(self, line: str, number: int) -> None:
        """Read a line token by token."""
        moves = self.moves
        for token in TOKEN.finditer(line):
            kind = token.lastgroup
            if kind == "move":
                text = token[kind]
                if self.result is not None:
                    raise BadRecord(f"{text[:40]!r} stands after the result")
                if text in RESULTS:
                    self.result = text
                else:
                    moves.append(move_alone(text) if len(text) < SHORT else PlayedMove(text))
            elif kind == "comment":
                self.read_braces(token[kind])
            elif kind == "quoted":
                if self.result is not None:
                    raise BadRecord(f"{token[kind][:40]!r} stands after the result")
                moves.append(PlayedMove(unescape(token[kind])))
            elif kind == "opened":
                self.open_line = number
                self.open_comment = [token[kind][1:].strip(BLANKS)]
            elif kind == "unknown":
                raise BadRecord(f"{token[kind][:40]!r} is not a move, number, comment or result")

    def read_braces(self, text: str) -> None:
        """Read the text in braces: an annotation of the last move, or a comment."""
        text = text.strip(BLANKS)
        if not text:
            return
        found = syntax.ANNOTATION.fullmatch(text) if self.moves else None
        if found is None:
            self.comments.setdefault(len(self.moves), []).append(unescape_comment(text))
            return
        score, quoted, depth, time, clock = found.groups()
        try:
            self.moves[-1] = PlayedMove(
                self.moves[-1].move,
                None if time is None else float(time),
                None if clock is None else float(clock),
                unescape(quoted) if quoted is not None else score or "",
                None if depth is None else int(depth),
            )
        except ValueError:
            raise BadRecord("a number in braces is too long") from None

    def finish(self) -> Entry:
        """Return the game; raise BadRecord if it is incomplete."""
        if self.open_line:
            raise fault(self.open_line, "the comment is not closed before the game ends")
        if self.result is None:
            last = self.move_lines[-1][1] if self.move_lines else self.line
            raise fault(last, "the moves end without a result")
        self.join_parts()
        tags = self.field_tags
        result = tags.get(syntax.RESULT, self.result)
        if result != self.result:
            line = self.tag_lines[syntax.RESULT]
            raise fault(
                line, f"the result is {result[:40]!r}, but the moves end in {self.result!r}"
            )
        comments = {index: " ".join(texts) for index, texts in self.comments.items()}
        on_game = comments.pop(0, "")
        for index, text in comments.items():
            self.moves[index - 1] = self.moves[index - 1].replace(comment=text)
        record = GameRecord(
            tags[syntax.GAME],
            (tags.get(syntax.FIRST, ""), tags.get(syntax.SECOND, "")),
            tags.get(syntax.START, ""),
            self.options,
            tuple(self.moves),
            self.result,
            tags.get(syntax.TERMINATION, ""),
            self.tags,
            on_game,
        )
        return Entry(record, self.line, self.tag_lines, self.move_lines)


def fault(line: int, reason: str) -> BadRecord:
    """Return the error for a line."""
    return BadRecord(f"line {line}: {reason}")
