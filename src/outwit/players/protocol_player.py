"""A player that talks to a program in UGI, UAI or UCI."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from outwit.core.game import Game
from outwit.core.position import Position
from outwit.core.translation import Translation
from outwit.errors import BotAbsent, BotFault, BotGarbage, BotTimeout, UsageError, harmless
from outwit.players.allowance import Allowance
from outwit.players.dialect import Dialect
from outwit.players.player import Thought
from outwit.players.program import ProgramPlayer
from outwit.process.running import RunningProgram
from outwit.process.text import tail_shown

if TYPE_CHECKING:
    from outwit.players.roster import BotSpec

# Settings that become limits in every ``go`` command.
LIMITS = ("depth", "nodes", "movetime")
# The option, if a program offers it, that makes its choices in a game repeatable.
SEED, SEEDS = "Seed", 1 << 31
# The setting with the name of the game in programs that play many.
VARIANT = "variant"
# Milliseconds for a move where there is no other limit.
USUAL_TIME = 1000
# Digits of a score.
LONGEST_NUMBER = 9
# Bytes of a greeting that are kept as evidence.
LONGEST_GREETING = 4096
# The beginnings of lines that may come before a move.
CHATTER = (b"info", b"id", b"option", b"readyok", b"uciok", b"uaiok", b"ugiok")


class ProtocolPlayer(ProgramPlayer):
    """Speaks a dialect; one process plays game after game."""

    stays = True
    farewell = "quit"

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
        # Options that the program has announced, and those that were set.
        self.offered: set[str] = set()
        self.told: dict[str, str] = {}
        self.usual_start = game.start().text

    def start(self) -> None:
        """Start the program; raise BotAbsent if it does not answer the first command."""
        if self.process is not None:
            return
        self.process = RunningProgram(self.sandbox)
        self.offered, self.told = set(), {}
        try:
            self.greet(self.process)
        except BotFault:
            self.stop()
            raise

    def greet(self, process: RunningProgram) -> None:
        """Exchange the first commands and set options."""
        deadline = time.monotonic() + self.start_timeout
        process.write_line(self.dialect.name, deadline)
        wanted = self.dialect.greeting.encode()
        said = b""
        try:
            while (line := process.read_line(deadline).strip()) != wanted:
                said = (said + line + b"\n")[-LONGEST_GREETING:]
                if line.startswith(b"option name "):
                    offer = line[12:].partition(b" type ")[0]
                    self.offered.add(offer.decode("utf-8", "replace"))
        except BotFault as fault:
            fault.evidence.setdefault("output", tail_shown(said))
            if not isinstance(fault, BotTimeout):
                raise
            words = f"it did not say {self.dialect.greeting} to {self.dialect.name}"
            absent = BotAbsent(f"{words}{process.silence()}")
            absent.evidence = fault.evidence
            raise absent from None
        if self.variant:
            self.set_option("UCI_Variant", self.variant)
        for name, value in self.settings.items():
            self.set_option(name, value)

    def set_option(self, name: str, value: str) -> None:
        """Set an option unless it has this value."""
        assert self.process is not None
        if self.told.get(name) != value:
            self.told[name] = value
            deadline = time.monotonic() + self.start_timeout
            self.process.write_line(f"setoption name {name} value {value}", deadline)

    def get_ready(self, position: Position) -> None:
        """Start the program if it does not run, and announce a game."""
        self.start()
        assert self.process is not None
        try:
            for name, value in position.options.items():
                if name in self.offered and name not in self.settings:
                    self.set_option(name, str(value))
            if SEED in self.offered and SEED not in self.settings:
                self.set_option(SEED, str(self.seed % SEEDS))
            deadline = time.monotonic() + self.start_timeout
            self.process.write_line(f"{self.dialect.new_game}\nisready", deadline)
            self.process.read_until(b"readyok", deadline)
        except BotFault:
            self.stop()
            raise

    def ask(self, position: Position, allowance: Allowance) -> str:
        """Send the position and wait for the move."""
        if self.process is None:
            self.get_ready(position)
        process = self.process
        assert process is not None
        process.discard_output()
        question = f"{self.position_line(position)}\n{self.go_line(allowance)}\n"
        deadline = self.deadline(position, allowance)
        process.write(question.encode(), deadline)
        try:
            before, line = process.read_until(b"bestmove", deadline)
        except BotTimeout as fault:
            raise self.timeout_fault(fault) from None
        self.thought = read_thought(before)
        words = line.split(None, 2)
        if words[0] != b"bestmove" or len(words) < 2:
            raise BotGarbage(f"{tail_shown(line)[:80]!r} names no move", output=tail_shown(line))
        said = words[1].decode("utf-8", "backslashreplace")
        move = said if self.translation is None else self.translation.move(position, said)
        if move not in position.legal_moves:
            self.check_move(position, move, said)
        return move

    def position_line(self, position: Position) -> str:
        """Return the command that sets up a position."""
        if self.translation is not None:
            return f"position fen {self.translation.position(position)}"
        start = position.beginning
        where = "startpos" if start == self.usual_start else f"fen {start}"
        played = position.played
        return f"position {where} moves {' '.join(played)}" if played else f"position {where}"

    def go_line(self, allowance: Allowance) -> str:
        """Return the command that asks for a move."""
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

    def timeout_fault(self, fault: BotTimeout) -> BotFault:
        """Return the timeout itself, or BotGarbage if the bot wrote lines that are not protocol.

        A line that was not ended is no answer yet, so it is not judged.
        """
        output = fault.evidence.get("output", "").encode().rpartition(b"\n")[0]
        if all(line.startswith(CHATTER) for line in output.split(b"\n") if line.strip()):
            return fault
        garbage = BotGarbage("it answered, but never with bestmove")
        garbage.evidence = fault.evidence
        return garbage


def read_thought(said: bytes) -> Thought | None:
    """Return the last score and depth of info lines, None if there is no score."""
    at = said.rfind(b" score ")
    if at < 0:
        return None
    words = said[said.rfind(b"\n", 0, at) + 1 : at + 80].partition(b"\n")[0].split()
    place = words.index(b"score")
    score = score_text(b" ".join(words[place + 1 : place + 3]).decode("ascii", "replace"))
    depth = b""
    if b"depth" in words[:-1]:
        depth = words[words.index(b"depth") + 1]
    return Thought(score, int(depth[:6]) if depth.isdigit() else None)


def score_text(said: str) -> str:
    """Return an engine's score as our engine writes its own; what is neither kind, as it is.

    >>> score_text("cp -35"), score_text("cp 0"), score_text("mate -3"), score_text("wdl 3")
    ('-0.35', '+0.00', '#-3', 'wdl 3')
    """
    kind, _, number = said.partition(" ")
    digits = number[1:] if number[:1] in ("-", "+") else number
    if not digits.isascii() or not digits.isdigit() or len(digits) > LONGEST_NUMBER:
        return harmless(said)
    if kind == "cp":
        return f"{int(number) / 100:+.2f}"
    return f"#{int(number)}" if kind == "mate" else harmless(said)
