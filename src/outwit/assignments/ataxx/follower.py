"""Follows a session with a program for Ataxx by what was typed and what it printed."""

from __future__ import annotations

import re

from outwit.assignments.ataxx.screen import Screen, drawn, read_screens
from outwit.assignments.ataxx.spelling import PASS, distance, is_square, spell, unspell
from outwit.assignments.exam import Mistake
from outwit.core.value import Value
from outwit.errors import BadOption
from outwit.games.ataxx.rules import Ataxx
from outwit.geometry.squares import name

NAMES = ("Red", "Blue")
COLOURS = ("red", "blue")
MOVE = re.compile(r"([a-g][1-7])-([a-g][1-7])")
WIN = re.compile(r"\b(red|blue)\s+wins?\b", re.IGNORECASE)
DRAW = re.compile(r"\b(?:draw|tie)\b", re.IGNORECASE)
COLOUR = re.compile(r"\b(red|blue)\b", re.IGNORECASE)
# ``2 red``, or ``red: 2``.
SCORE = (
    re.compile(r"(\d+)\W{0,3}red\b", re.IGNORECASE),
    re.compile(r"(\d+)\W{0,3}blue\b", re.IGNORECASE),
    re.compile(r"\bred\W{0,3}(\d+)", re.IGNORECASE),
    re.compile(r"\bblue\W{0,3}(\d+)", re.IGNORECASE),
)
# What comes last is looked at for the prompt.
TAIL = 400
LONGEST_SAID = 100_000
# Squares that are named where a board is wrong.
MOST_NAMED = 6


class Fault(Value):
    """A mistake, and what it is about."""

    kind: str
    mistake: Mistake


class Follower:
    """The game as it should be; after a mistake it goes on as it should be all the same."""

    def __init__(self) -> None:
        self.position = Ataxx.begin()
        # Who is played by the program; unknown until it is said.
        self.automatic: list[bool | None] = [None, None]
        self.shows_board = False
        # The AI has moved, and its move has not been seen yet.
        self.is_unseen = False
        # Who moved last, an AI or not, and how often AIs have moved.
        self.ai_moves = 0
        self.faults: list[Fault] = []
        self.exchange = -1
        self.last = "the start"
        self.announced = False
        # What was printed since the last legal move, which may have ended the game.
        self.said = ""
        self.has_moved = False
        self.prompted: int | None = None

    @property
    def over(self) -> bool:
        """Tell whether the game is over, as far as is known."""
        return not self.is_unseen and self.position.outcome is not None

    def take(self, typed: str | None, printed: str, errors: str, waits: bool) -> None:
        """Take a line, and what was printed until the program waited, or ended."""
        self.exchange += 1
        if typed is None:
            return
        line = " ".join(typed.lower().split())
        screens = read_screens(printed)
        if self.has_moved and len(self.said) < LONGEST_SAID:
            self.said += printed
        self.prompted = prompted(printed)
        if line == "quit":
            if waits:
                self.fault("quit", "the program goes on after quit")
            return
        if not waits:
            when = f"after {line!r}" if line else "at its start"
            self.fault("ended", f"the program ends {when}", "", errors[-TAIL:])
            return
        self.obey(line, screens, printed, errors)
        self.settle(screens)
        self.check_prompt(line)

    def obey(self, line: str, screens: list[Screen], printed: str, errors: str) -> None:
        """Carry out a command, and check what it printed."""
        words = line.split()
        if words[:1] in (["manual"], ["ai"]):
            self.automatic[COLOURS.index(words[1])] = words[0] == "ai"
        elif line in ("board_on", "board_off"):
            self.shows_board = line == "board_on"
        elif line == "new":
            self.position = Ataxx.begin()
            self.last, self.announced, self.said = "new", False, ""
            self.is_unseen = self.has_moved = False
        elif line == "board":
            self.check_board(screens)
        elif line == "score":
            self.check_score(printed)
        elif words[:1] == ["block"]:
            self.block(words[1], printed, errors)
        elif line == "-" or MOVE.fullmatch(line):
            self.move(line, screens, printed)

    def settle(self, screens: list[Screen]) -> None:
        """Let an AI move whose turn it is, and check that the end is announced."""
        position = self.position
        turn = position.turn
        if not self.is_unseen and position.outcome is None:
            if self.automatic[turn]:
                self.is_unseen = self.has_moved = True
                self.see(screens)
            elif PASS in position.legal_moves and self.prompted == turn.other:
                position.play(PASS)  # it passes by itself
        self.check_end()

    def see(self, screens: list[Screen]) -> None:
        """Find out by a board what an AI has done."""
        if not screens or (
            screens[-1].shows(self.position) and PASS not in self.position.legal_moves
        ):
            return
        self.is_unseen = False
        self.ai_moves += 1
        colour = NAMES[self.position.turn]
        for move in self.position.legal_moves:
            after = self.position.copy()
            after.play(move)
            if screens[-1].shows(after):
                self.last = f"{colour}'s {spell(self.position, str(move))}"
                self.position = after
                return
        what = f"the AI of {colour} has not made a legal move"
        self.fault("ai", what, drawn(self.position.rows()), screens[-1].text)
        rows = list(screens[-1].rows)
        self.position = Ataxx(rows, self.position.turn.other, 0, 1)

    def move(self, line: str, screens: list[Screen], printed: str) -> None:
        """Make a move if it is legal, and check the board that follows."""
        position = self.position
        if position.outcome is not None:
            return
        if line == "-":
            legal = PASS in position.legal_moves
        else:
            origin, _, target = line.partition("-")
            legal = (
                position.piece(origin) == "xo"[position.turn]
                and distance(origin, target) in (1, 2)
                and unspell(line) in position.legal_moves
            )
        if not legal:
            self.last = f"{line}, which is not legal"
            if screens and not screens[-1].shows(position):
                self.wrong_board(screens[-1])
            return
        position.play(unspell(line))
        self.last, self.said, self.has_moved = line, printed, True
        if not self.shows_board:
            if screens:
                self.fault("off", f"after {line} the board is printed, although it is off")
        elif not screens:
            self.fault("on", f"after {line} no board is printed, although it is on")
        elif not screens[0].shows(position):
            self.wrong_board(screens[0])

    def block(self, square: str, printed: str, errors: str) -> None:
        """Set a block, if that is allowed; else there is an error message."""
        self.last = f"block {square}"
        if self.can_block(square):
            return
        self.last += ", which is not allowed"
        said = COLOUR.sub("", printed) + errors
        if not re.search(r"\w", said):
            self.fault("message", f"there is no error message after {self.last}")

    def can_block(self, square: str) -> bool:
        """Set a block and return True, if that is allowed."""
        if self.position.played or not is_square(square):
            return False
        try:
            self.position.set_block(square)
        except BadOption:
            return False
        return True

    def check_board(self, screens: list[Screen]) -> None:
        """Check the board that was asked for."""
        if not screens:
            self.fault("board", "no board is printed after board", drawn(self.position.rows()))
            return
        if list(screens[-1].numbers) != list(range(7, 0, -1)):
            self.fault("look", "the rows are not numbered from 7 to 1", "", screens[-1].text)
        if self.is_unseen:
            self.see(screens)
            if self.is_unseen:
                self.is_unseen = False
                self.fault("ai", f"the AI of {NAMES[self.position.turn]} does not move")
                self.automatic[self.position.turn] = None
        elif not screens[-1].shows(self.position):
            self.wrong_board(screens[-1])

    def check_score(self, printed: str) -> None:
        """Check the score that was asked for."""
        found = [pattern.search(printed) for pattern in SCORE]
        values = found[:2] if found[0] and found[1] else found[2:]
        shown = tuple(int(value[1]) if value else -1 for value in values)
        if shown != self.position.score:
            expected = "{} red vs {} blue".format(*self.position.score)
            self.fault("score", f"the score after {self.last} is wrong", expected, printed.strip())

    def check_prompt(self, line: str) -> None:
        """Check whose turn the prompt says it is."""
        position = self.position
        if self.is_unseen or position.outcome is not None or self.automatic[position.turn] is None:
            return
        if self.prompted is None:
            self.fault("prompt", f"after {line!r} no prompt says whose turn it is")
        elif self.prompted != position.turn:
            expected, shown = (f"{NAMES[side]}>" for side in (position.turn, self.prompted))
            self.fault("turn", f"after {self.last} it is not {shown[:-1]}'s turn", expected, shown)

    def check_end(self) -> None:
        """Check that the end is announced, once it is there and not before."""
        if self.is_unseen or self.announced:
            return
        outcome = self.position.outcome
        won = WIN.search(self.said)
        drew = DRAW.search(self.said)
        if outcome is None:
            if said := won or drew:
                self.announced = True
                self.fault("end", f"the game is not over after {self.last}", "", said[0])
            return
        self.announced = True
        expected = "* Draw!" if outcome.winner is None else f"* {NAMES[outcome.winner]} wins!"
        right = (
            drew is not None and won is None
            if outcome.winner is None
            else won is not None and won[1].lower() == COLOURS[outcome.winner]
        )
        if not right:
            reason = f"{outcome.termination.reason}, {{}} red vs {{}} blue".format(
                *self.position.score
            )
            shown = "\n".join(self.said.strip().splitlines()[-12:])
            what = f"after {self.last} the game is over ({reason}), which is not announced so"
            self.fault("end", what, expected, shown)

    def wrong_board(self, screen: Screen) -> None:
        """Note a board that is wrong, and where."""
        expected = self.position.rows()
        wrong = [
            (name(column, 6 - row), expected[row][column], screen.rows[row][column])
            for row in range(7)
            for column in range(7)
            if expected[row][column] != screen.rows[row][column]
        ]
        places = ", ".join(
            f"{square} should be {WORDS[right]} and is {WORDS[shown]}"
            for square, right, shown in wrong[:MOST_NAMED]
        )
        more = f", and {len(wrong) - MOST_NAMED} more" if len(wrong) > MOST_NAMED else ""
        what = f"the board after {self.last} is wrong: {places}{more}"
        self.fault("board", what, drawn(expected), screen.text)

    def fault(self, kind: str, what: str, expected: str = "", found: str = "") -> None:
        """Note a mistake."""
        self.faults.append(Fault(kind, Mistake(what, expected, found, self.exchange)))


WORDS = {"x": "red", "o": "blue", "-": "a block", ".": "empty"}


def prompted(printed: str) -> int | None:
    """Return whose turn the last line says it is, None if it does not."""
    lines = printed[-TAIL:].rstrip().splitlines()
    found = {colour.lower() for colour in COLOUR.findall(lines[-1])} if lines else set()
    return COLOURS.index(found.pop()) if len(found) == 1 else None
