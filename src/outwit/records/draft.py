"""A game while it is being read, line by line."""

from __future__ import annotations

import re
from functools import lru_cache

from outwit.errors import BadRecord
from outwit.records import form
from outwit.records.entry import Entry
from outwit.records.quoting import unescape
from outwit.records.record import RESULTS, GameRecord, PlayedMove

TAG = re.compile(rf'\s*\[({form.NAME}|\+)\s+"({form.INSIDE})"\s*\]\s*')
TOKEN = re.compile(
    rf"""\s*(?:
    (?P<number>[0-9]+\.+)
    | (?P<move>{form.MOVE})
    | {{(?P<comment>[^}}]*)}}
    | "(?P<quoted>{form.INSIDE})"
    | (?P<rest>;.*)
    | (?P<opened>{{.*)
    | (?P<mark>[$][0-9]+)
    | (?P<unknown>\S+)
    )""",
    re.VERBOSE | re.DOTALL,
)
# A line of numbers, moves and results alone, as most are.
PLAIN = re.compile(rf"(?:\s*+(?:[0-9]++\.++|{form.MOVE}+)(?=\s|\Z))*+\s*+")
COMMENT = re.compile(
    rf"(?:({form.SCORE})|\"({form.INSIDE})\")?(?:/(-?[0-9]+))?"
    rf"(?:(?:^| )({form.NUMBER})s)?(?:(?:^| )clock ({form.NUMBER})s)?"
)
# Moves longer than any game's are not worth remembering.
SHORT = 16
RESULT_SET = frozenset(RESULTS)


@lru_cache(4096)
def bare(move: str) -> PlayedMove:
    """Return a move of which nothing else is known; the same few come again and again."""
    return PlayedMove(move)


class Draft:
    """What has been read of a game; every fault is a BadRecord that names the line."""

    __slots__ = (
        "length", "line", "move_lines", "moves", "name", "opened", "options", "own", "parts",
        "result", "shelf", "tag_lines", "tags",
    )  # fmt: skip

    def __init__(self, line: int) -> None:
        self.line = line
        self.length = 0
        self.own: dict[str, str] = {}
        self.options: dict[str, str] = {}
        self.tags: dict[str, str] = {}
        # The last tag's place and parts: joined once, for there may be many.
        self.shelf = self.own
        self.name = ""
        self.parts: list[str] = []
        self.tag_lines: dict[str, int] = {}
        self.moves: list[PlayedMove] = []
        self.move_lines: list[tuple[int, int]] = []
        # The line on which a comment began that has not been closed yet.
        self.opened = 0
        self.result: str | None = None

    def take(self, line: str, number: int) -> None:
        """Read a line."""
        self.length += len(line)
        if len(line) > form.LONGEST_LINE:
            raise fault(number, f"the line is longer than {form.LONGEST_LINE:,} characters")
        if self.length > form.LONGEST_GAME:
            raise fault(number, f"the game is longer than {form.LONGEST_GAME:,} characters")
        if not line.isascii():
            try:
                line.encode()
            except UnicodeEncodeError:
                raise fault(number, "the line is not UTF-8") from None
        try:
            if self.opened:
                _, closed, rest = line.partition("}")
                if closed:
                    self.opened = 0
                    self.take_moves(rest, number)
            elif line.startswith("%"):
                pass
            elif line.lstrip().startswith("["):
                self.take_tag(line, number)
            else:
                self.take_moves(line, number)
        except BadRecord as error:
            raise fault(number, str(error)) from None

    def take_tag(self, line: str, number: int) -> None:
        """Read a line with a tag."""
        found = TAG.fullmatch(line)
        if found is None:
            raise BadRecord(f'{line.strip()[:40]!r} is no tag of the form [Name "value"]')
        if self.move_lines or self.result is not None:
            raise BadRecord(f"the tag {found[1][:40]} stands among the moves")
        name, value = found.groups()
        if name == form.CONTINUED:
            self.parts.append(unescape(value))
            return
        self.join_parts()
        if name in (form.OPTION, form.TAG):
            self.tag_lines.setdefault(name, number)
            shelf = self.options if name == form.OPTION else self.tags
            before, equals, value = value.partition("=")
            if not equals:
                raise BadRecord(f"{name} {before[:40]!r} is not of the form name=value")
            name = unescape(before)
        else:
            self.tag_lines[name] = number
            shelf = self.own if name in form.OWN_TAGS else self.tags
        if name in shelf:
            raise BadRecord(f"{name[:40]!r} is given twice")
        shelf[name] = unescape(value)
        self.shelf, self.name = shelf, name

    def join_parts(self) -> None:
        """Put the last tag's value together."""
        if self.parts:
            self.shelf[self.name] += "".join(self.parts)
            self.parts = []

    def take_moves(self, line: str, number: int) -> None:
        """Read moves and comments."""
        moves = self.moves
        first = len(moves)
        if not self.take_plain(line):
            self.take_tokens(line, number)
        if len(moves) > first:
            self.move_lines.append((first, number))

    def take_plain(self, line: str) -> bool:
        """Read a line, in a hurry, unless there is anything special about it."""
        if self.result is not None or not PLAIN.fullmatch(line):
            return False
        words = [word for word in line.split() if word[-1] != "."]
        if not RESULT_SET.isdisjoint(words):
            if not RESULT_SET.isdisjoint(words[:-1]):
                return False
            self.result = words.pop()
        self.moves += [bare(word) if len(word) < SHORT else PlayedMove(word) for word in words]
        return True

    def take_tokens(self, line: str, number: int) -> None:
        """Read a line word for word."""
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
                    moves.append(bare(text) if len(text) < SHORT else PlayedMove(text))
            elif kind == "comment":
                self.take_comment(token[kind])
            elif kind == "quoted":
                if self.result is not None:
                    raise BadRecord(f"{token[kind][:40]!r} stands after the result")
                moves.append(PlayedMove(unescape(token[kind])))
            elif kind == "opened":
                self.opened = number
            elif kind == "unknown":
                raise BadRecord(f"{token[kind][:40]!r} is no move, number, comment or result")

    def take_comment(self, text: str) -> None:
        """Read what a comment says about the last move; free text is passed over."""
        found = COMMENT.fullmatch(text.strip())
        if found is None or not found[0] or not self.moves:
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
            raise BadRecord("a number in a comment is too long") from None

    def finish(self) -> Entry:
        """Return the game; raise BadRecord if it is not whole."""
        if self.opened:
            raise fault(self.opened, "the comment is not closed before the game ends")
        if self.result is None:
            last = self.move_lines[-1][1] if self.move_lines else self.line
            raise fault(last, "the moves end without a result")
        self.join_parts()
        own = self.own
        told = own.get(form.RESULT, self.result)
        if told != self.result:
            line = self.tag_lines[form.RESULT]
            raise fault(line, f"the result is {told[:40]!r}, but the moves end in {self.result!r}")
        record = GameRecord(
            own[form.GAME],
            (own.get(form.FIRST, ""), own.get(form.SECOND, "")),
            own.get(form.START, ""),
            self.options,
            tuple(self.moves),
            self.result,
            own.get(form.TERMINATION, ""),
            self.tags,
        )
        return Entry(record, self.line, self.tag_lines, self.move_lines)


def fault(line: int, reason: str) -> BadRecord:
    """Make the error for a line."""
    return BadRecord(f"line {line}: {reason}")
