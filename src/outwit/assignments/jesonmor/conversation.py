"""How to talk with a program such as ``jesonmor``: its computer plays Black, we type White."""

from __future__ import annotations

import re

from outwit.assignments.conversation import Conversation
from outwit.assignments.jesonmor.screen import CONTROL, Owners, Screen, ScreenReader
from outwit.core.side import SECOND
from outwit.errors import BotGarbage, BotIllegal, UsageError
from outwit.games.jesonmor.rules import JesonMor
from outwit.geometry.squares import name, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from outwit.assignments.conversation import Listener
    from outwit.core.position import Position

# A move as some programs announce it, with squares or with places counted from 0.
SQUARES = re.compile(r"\b([a-y]\d{1,2})\W+(?:to\W+)?([a-y]\d{1,2})\b")
PLACES = re.compile(r"\((\d{1,2}), *(\d{1,2})\)\D*\((\d{1,2}), *(\d{1,2})\)")
LONGEST_LINE = 1_000


class JesonMorText(Conversation):
    """The program begins with the start position, and its moves are seen on its boards."""

    sides = (SECOND,)

    def arguments(
        self, position: Position, side: int, kind: str, save: Callable[[bytes], str]
    ) -> list[str]:
        """Return the size of the board and the number of protected moves."""
        super().arguments(position, side, kind, save)
        board = jesonmor(position)
        return [str(len(board.rows())), str(board.protected_moves)]

    def opening(self, position: Position, side: int) -> list[str]:
        """Make White's first move; the program cannot be led anywhere else."""
        board = jesonmor(position)
        size, protection = len(board.rows()), board.protected_moves
        starts = [JesonMor.begin(size, protection, archers).text for archers in ("yes", "no")]
        if position.beginning not in starts or len(position.played) != 1:
            raise UsageError("this game's text programs begin only with the start position")
        if position.options["legs"] != "yes":
            raise UsageError("this game's text programs play only with legs=yes")
        return ["->".join(split(position.played[0]))]

    def listener(self, position: Position, side: int) -> Listener:
        """Return who waits for a board that a legal move leads to."""
        return JesonMorListener(jesonmor(position)).take

    def tell(self, position: Position, move: str) -> str:
        """Write a move as it is typed."""
        return "->".join(split(move))


class JesonMorListener:
    """Compares boards with those that the legal moves lead to."""

    def __init__(self, position: JesonMor) -> None:
        self.position = position
        self.reader = ScreenReader(len(position.rows()))
        self.owners: Owners = {}
        self.announced: set[str] = set()
        self.before = position.copy()
        if self.before.played:
            self.before.undo()

    def take(self, line: str) -> str | None:
        """Take a line; return the move once a board shows it."""
        self.announced |= moves_in(line)
        screen = self.reader.take(line)
        if screen is None or screen.shows(self.before, {}):
            return None
        if screen.shows(self.position, {}):
            self.owners = learned(screen, self.position)
            return None
        after = self.position.copy()
        found = []
        for move in map(str, self.position.legal_moves):
            after.play(move)
            if screen.shows(after, self.owners):
                found.append(move)
            after.undo()
        if not found:
            raise BotIllegal(
                "the board that it shows is not one legal move further",
                output=screen.text,
                position=self.position.text,
                board=str(self.position),
            )
        named = [move for move in found if move in self.announced] or found
        if len(named) > 1:
            raise BotGarbage(
                f"its board does not tell whether it plays {' or '.join(named[:4])}: "
                "the pieces of both sides look alike",
                output=screen.text,
                board=str(self.position),
            )
        return named[0]


def moves_in(line: str) -> set[str]:
    """Return the moves that a line names."""
    if len(line) > LONGEST_LINE:
        return set()
    plain = CONTROL.sub("", line)
    numbers = [tuple(map(int, found)) for found in PLACES.findall(plain)]
    return {a + b for a, b in SQUARES.findall(plain)} | {
        name(a, b) + name(c, d) for a, b, c, d in numbers if max(a, b, c, d) < 25
    }


def learned(screen: Screen, position: JesonMor) -> Owners:
    """Learn from the board of a known position how each side's pieces look."""
    looks: tuple[set[str], set[str]] = (set(), set())
    for row, styles in zip(position.rows(), screen.styles, strict=True):
        for letter, style in zip(row, styles, strict=True):
            if letter != ".":
                looks[letter.islower()].add(style)
    if looks[0] & looks[1]:
        return {}
    return {style: side for side in (0, 1) for style in looks[side]}


def jesonmor(position: Position) -> JesonMor:
    """Return the same position, for the type checker."""
    assert isinstance(position, JesonMor)
    return position


CONVERSATIONS = {"jesonmor": JesonMorText()}
