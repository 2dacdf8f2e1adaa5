"""The program ``ataxx``, told slowly: one sentence of its description after the other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from tests.assignments.process import Result
from tests.oracles.ataxx import (
    BLOCK,
    BLUE,
    COLUMNS,
    EMPTY,
    PASS,
    RED,
    ROWS_FROM_THE_TOP,
    State,
    distance,
    reflections,
    start,
)

NAMES = {RED: "Red", BLUE: "Blue"}
SIDES = {"red": RED, "blue": BLUE}
CELLS = {RED: "r", BLUE: "b", EMPTY: "-", BLOCK: "X"}
ENDS = {0: "* Red wins!", 1: "* Blue wins!", None: "* Draw!"}
UNREADABLE = "ataxx: *"
"""The ``*`` stands for a wording that nobody has settled."""

ANNOUNCEMENT = re.compile(rb"\* (Red|Blue) moves (\S+)\.\n")


class Quit(Exception):
    """The program ends with this status."""

    def __init__(self, status: int = 0) -> None:
        super().__init__(status)
        self.status = status


class IllegalAnnouncement(Exception):
    """The AI said that it did what it may not do."""


def announced(stdout: bytes) -> list[str]:
    """What the AIs said they did: ``Red a7-b7``."""
    return [f"{name.decode()} {move.decode()}" for name, move in ANNOUNCEMENT.findall(stdout)]


class Program:
    """One run of the program; ``state`` may be looked at while it reads."""

    def __init__(self, announcements: Iterable[str] = ()) -> None:
        self.announcements = iter(announcements)
        self.out: list[str] = []
        self.err: list[str] = []
        self.state = start()
        self.outcome = self.state.outcome()
        self.kinds = {RED: "manual", BLUE: "ai"}
        self.board_on = False
        self.moved = False
        self.end_told = False

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.outcome is not None

    def reach(self, state: State) -> None:
        """Go on from another position."""
        self.state, self.outcome = state, state.outcome()

    def run(self, lines: Iterable[bytes]) -> Result:
        """Read the lines and say what the program leaves behind."""
        status = 0
        try:
            self.commands(iter(lines))
        except Quit as end:
            status = end.status
        unused = list(self.announcements)
        if unused:
            raise IllegalAnnouncement(f"announced too much: {unused}")
        return Result("".join(self.out).encode(), "".join(self.err).encode(), status)

    def commands(self, lines: Iterator[bytes]) -> None:
        """Obey one command after the other; an AI whose turn it is moves without being asked."""
        while True:
            if not self.over and self.kinds[self.state.side] == "ai":
                self.ai_move()
                continue
            self.prompt()
            line = next(lines, None)
            if line is None:
                return
            self.command(line.decode(errors="replace").lower().split())

    def prompt(self) -> None:
        """Ask for a command, without an end of line."""
        self.out.append("-> " if self.over else f"{NAMES[self.state.side]}> ")

    def command(self, words: list[str]) -> None:
        """Obey one command."""
        match words:
            case ["new"]:
                self.reach(start())
                self.moved = self.end_told = False
            case ["quit"] | ["q"]:
                raise Quit
            case [("manual" | "ai") as kind, ("red" | "blue") as name]:
                self.kinds[SIDES[name]] = kind
            case ["score"]:
                red, blue = len(self.state.pieces(RED)), len(self.state.pieces(BLUE))
                self.print(f"{red} red vs {blue} blue")
            case ["block", word] if re.fullmatch("[a-g][1-7]", word):
                self.block(word)
            case [word] if re.fullmatch("[a-g][1-7]-[a-g][1-7]", word):
                self.manual_move(word)
            case ["-"]:
                self.manual_pass()
            case ["board"]:
                self.print_board()
            case ["board_on"]:
                self.board_on = True
            case ["board_off"]:
                self.board_on = False
            case _:
                self.complain("Unknown command.")

    def block(self, square: str) -> None:
        """Set a block with its reflections, if no move was made and nothing stands there."""
        squares = reflections(square)
        if self.moved:
            self.complain("block-setting must precede first move.")
        elif any(self.state.board[each] != EMPTY for each in squares):
            self.complain("illegal block placement")
        else:
            board = {**self.state.board, **dict.fromkeys(squares, BLOCK)}
            self.reach(replace(self.state, board=board))
            self.after_success()

    def manual_move(self, word: str) -> None:
        """Clone or jump, whichever the squares say; once the game is over only print the board."""
        if self.over:
            self.after_success()
            return
        move = self.common_notation(word)
        if move in self.state.legal_moves():
            self.play(move)
        else:
            self.complain("illegal move")
            if self.board_on:
                self.print_board()

    def manual_pass(self) -> None:
        """Pass, only when there is nothing else; once the game is over only print the board."""
        if self.over:
            self.after_success()
            return
        if PASS in self.state.legal_moves():
            self.play(PASS)
        else:
            self.complain("illegal pass: you could jump or clone")

    def ai_move(self) -> None:
        """Let the AI do what it announced, if it may."""
        announcement = next(self.announcements, None)
        if announcement is None:
            raise IllegalAnnouncement(f"an AI did not move: {self.state.text}")
        name, word = announcement.split(" ")
        move = PASS if word == "-" else self.common_notation(word)
        if name != NAMES[self.state.side] or move not in self.state.legal_moves():
            raise IllegalAnnouncement(f"{announcement}: {self.state.text}")
        self.print(f"* {name} moves {word}.")
        self.play(move)

    def common_notation(self, word: str) -> str | None:
        """The move in the common notation; None where no own piece could go so."""
        source, target = word[:2], word[3:]
        if self.state.board[source] != self.state.side:
            return None
        return {1: target, 2: source + target}.get(distance(source, target))

    def play(self, move: str) -> None:
        """Make a legal move."""
        self.reach(self.state.play(move))
        self.moved = True
        self.after_success()

    def after_success(self) -> None:
        """Print the board if it is on, and the end, once."""
        if self.board_on:
            self.print_board()
        if self.outcome is not None and not self.end_told:
            self.print(ENDS[self.outcome[0]])
            self.end_told = True

    def print_board(self) -> None:
        """Print the board with its labels."""
        for row in ROWS_FROM_THE_TOP:
            cells = " ".join(CELLS[self.state.board[column + row]] for column in COLUMNS)
            self.print(f"{row}  {cells}")
        self.print("   " + " ".join(COLUMNS))

    def print(self, line: str) -> None:
        """Print the line."""
        self.out.append(f"{line}\n")

    def complain(self, line: str) -> None:
        """Print the line where errors go."""
        self.err.append(f"{line}\n")


def lines_of(text: bytes) -> list[bytes]:
    """The lines with their ends; the last may lack it."""
    return re.findall(rb"[^\n]*\n|[^\n]+", text)


def run(
    arguments: Sequence[str],
    stdin: bytes,
    files: Mapping[str, bytes] | None = None,
    announcements: Iterable[str] = (),
) -> Result:
    """What the program leaves behind when everything typed is known in advance."""
    program = Program(announcements)
    if not arguments:
        return program.run(lines_of(stdin))

    def opened(name: str) -> bytes:
        """The text of a file."""
        if files is None or name not in files:
            program.complain(UNREADABLE)
            raise Quit(1)
        return files[name]

    def typed() -> Iterator[bytes]:
        """The lines of the files; where one ends and the next begins, the prompt comes again."""
        yield from first
        for name in arguments[1:]:
            following = opened(name)
            program.prompt()
            yield from lines_of(following)

    try:
        first = lines_of(opened(arguments[0]))
    except Quit as end:
        return Result(b"", "".join(program.err).encode(), end.status)
    return program.run(typed())
