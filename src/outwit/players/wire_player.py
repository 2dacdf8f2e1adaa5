"""A program that speaks UGI, UAI or UCI, as a player."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from outwit.core.game import Game
from outwit.core.position import Position
from outwit.core.translation import Translation
from outwit.errors import BotAbsent, BotFault, BotGarbage, BotTimeout, UsageError
from outwit.players.allowance import Allowance
from outwit.players.dialect import Dialect
from outwit.players.player import Thought
from outwit.players.process import BotProcess, show
from outwit.players.program import ProgramPlayer

if TYPE_CHECKING:
    from outwit.players.roster import BotSpec

# Settings of ours: how far the program is to look, or how many milliseconds, whatever it has.
LIMITS = ("depth", "nodes", "movetime")
# Under which name it plays, if it plays many games.
VARIANT = "variant"
# What a program is told to take that has no limit at all, in milliseconds.
USUAL_TIME = 1000
# How lines begin that may come before a move.
CHATTER = (b"info", b"id", b"option", b"readyok", b"uciok", b"uaiok", b"ugiok")


class WirePlayer(ProgramPlayer):
    """Talks in a dialect; one process plays game after game."""

    def __init__(self, spec: BotSpec, game: Game, seed: int, dialect: Dialect) -> None:
        super().__init__(spec, game, seed)
        self.dialect = dialect
        self.limits = ""
        for name in LIMITS:
            if name in self.settings:
                number = self.settings.pop(name)
                if not number.isascii() or not number.isdigit():
                    raise UsageError(f"bot {spec.name!r}: {name} {number[:40]!r} is no number")
                self.limits += f" {name} {number}"
        self.variant = self.settings.pop(VARIANT, "")
        self.translation: Translation | None = game.parts.variants.get(self.variant)
        # What the program has offered to be told, and what it was told.
        self.offered: set[str] = set()
        self.told: dict[str, str] = {}
        self.usual_start = game.start().text

    def start(self) -> None:
        """Start the program and greet it; raise BotAbsent if it does not greet back."""
        if self.process is not None:
            return
        self.process = BotProcess(self.sandbox)
        self.offered, self.told = set(), {}
        try:
            self.greet(self.process)
        except BotFault:
            self.stop()
            raise

    def greet(self, process: BotProcess) -> None:
        """Exchange greetings and set what is set."""
        deadline = time.monotonic() + self.patience
        process.write_line(self.dialect.name, deadline)
        wanted = self.dialect.greeting.encode()
        try:
            while (line := process.read_line(deadline).strip()) != wanted:
                if line.startswith(b"option name "):
                    offer = line[12:].partition(b" type ")[0]
                    self.offered.add(offer.decode("utf-8", "replace"))
        except BotTimeout as fault:
            absent = BotAbsent(f"it did not say {self.dialect.greeting} to {self.dialect.name}")
            absent.evidence = fault.evidence
            raise absent from None
        if self.variant:
            self.set_option("UCI_Variant", self.variant)
        for name, value in self.settings.items():
            self.set_option(name, value)

    def set_option(self, name: str, value: str) -> None:
        """Set an option unless it is set so."""
        assert self.process is not None
        if self.told.get(name) != value:
            self.told[name] = value
            deadline = time.monotonic() + self.patience
            self.process.write_line(f"setoption name {name} value {value}", deadline)

    def begin(self, position: Position) -> None:
        """Start the program, if need be, and announce a game."""
        self.start()
        assert self.process is not None
        try:
            for name, value in position.options.items():
                if name in self.offered and name not in self.settings:
                    self.set_option(name, str(value))
            deadline = time.monotonic() + self.patience
            self.process.write_line(f"{self.dialect.new_game}\nisready", deadline)
            self.process.read_until(b"readyok", deadline)
        except BotFault:
            self.stop()
            raise

    def ask(self, position: Position, allowance: Allowance) -> str:
        """Send the position, wait for the move."""
        if self.process is None:
            self.begin(position)
        process = self.process
        assert process is not None
        process.forget()
        question = f"{self.place(position)}\n{self.go(allowance)}\n"
        deadline = self.deadline(position, allowance)
        process.write(question.encode(), deadline)
        try:
            before, line = process.read_until(b"bestmove", deadline)
        except BotTimeout as fault:
            raise self.judge(fault) from None
        self.thought = read_thought(before)
        words = line.split(None, 2)
        if words[0] != b"bestmove" or len(words) < 2:
            raise BotGarbage(f"{show(line)[:80]!r} names no move", output=show(line))
        said = words[1].decode("utf-8", "backslashreplace")
        move = said if self.translation is None else self.translation.move(position, said)
        if move not in position.legal_moves:
            self.check_move(position, move, said)
        return move

    def place(self, position: Position) -> str:
        """Return the line that sets a position up."""
        if self.translation is not None:
            return f"position fen {self.translation.position(position)}"
        start = position.beginning
        where = "startpos" if start == self.usual_start else f"fen {start}"
        played = position.played
        return f"position {where} moves {' '.join(played)}" if played else f"position {where}"

    def go(self, allowance: Allowance) -> str:
        """Return the line that asks for a move."""
        text = f"go{self.limits}"
        if "movetime" in self.limits:
            return text
        if allowance.clocks is not None:
            words = (*self.dialect.clocks, *self.dialect.increments)
            times = (*allowance.clocks, *allowance.increments)
            for word, seconds in zip(words, times, strict=True):
                text += f" {word} {max(0, int(1000 * seconds))}"
        if allowance.move is not None:
            text += f" movetime {max(1, int(1000 * allowance.move))}"
        elif allowance.clocks is None and not self.limits:
            text += f" movetime {USUAL_TIME}"
        return text

    def judge(self, fault: BotTimeout) -> BotFault:
        """Tell a bot that was silent from one that said what nobody understands."""
        output = fault.evidence.get("output", "").encode()
        if all(line.startswith(CHATTER) for line in output.split(b"\n") if line.strip()):
            return fault
        garbage = BotGarbage("it answered, but never with bestmove")
        garbage.evidence = fault.evidence
        return garbage

    def close(self) -> None:
        """Ask the program to leave, and see to it."""
        self.stop("quit")
        super().close()


def read_thought(said: bytes) -> Thought | None:
    """Return the last score and depth of some info lines."""
    at = said.rfind(b" score ")
    if at < 0:
        return None
    words = said[said.rfind(b"\n", 0, at) + 1 : at + 80].partition(b"\n")[0].split()
    place = words.index(b"score")
    score = b" ".join(words[place + 1 : place + 3]).decode("ascii", "replace")
    depth = b""
    if b"depth" in words[:-1]:
        depth = words[words.index(b"depth") + 1]
    return Thought(score, int(depth[:6]) if depth.isdigit() else None)
