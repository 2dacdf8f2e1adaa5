"""A player that talks to a program with the text interface of an assignment."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from outwit.assignments.assignment import assignment_of
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.errors import UsageError
from outwit.players.allowance import Allowance
from outwit.players.program import ProgramPlayer
from outwit.process.running import RunningProgram

if TYPE_CHECKING:
    from outwit.players.roster import BotSpec


class TextPlayer(ProgramPlayer):
    """Follows the game's conversation; a process plays one side of one game."""

    def __init__(self, spec: BotSpec, game: Game, seed: int) -> None:
        super().__init__(spec, game, seed)
        known = assignment_of(game).conversations
        program = self.settings.pop("program", next(iter(known), ""))
        if program not in known:
            there = ", ".join(known) or "none"
            raise UsageError(
                f"bot {spec.name!r}: {game.name} has no text program {program[:40]!r}; "
                f"there are {there}"
            )
        self.words = known[program]
        self.farewell = self.words.farewell
        self.kind = self.settings.pop("kind", "")
        if self.settings:
            raise UsageError(f"bot {spec.name!r}: {next(iter(self.settings))!r} cannot be set")
        # The game that the process is in: its start, the program's side, the moves so far.
        self.beginning = ""
        self.side = -1
        self.known: tuple[str, ...] = ()

    def get_ready(self, position: Position) -> None:
        """Check that the program exists, and end the last game's process."""
        self.start()
        self.stop(self.farewell)

    def ask(self, position: Position, allowance: Allowance) -> str:
        """Send the opponent's move and wait for the program's."""
        deadline = self.deadline(position, allowance)
        if self.is_next(position):
            assert self.process is not None
            last = position.undo()
            try:
                line = self.words.tell(position, last)
            finally:
                position.play(last)
            self.process.write_line(line, deadline)
        else:
            self.start_at(position)
        move = self.hear(position, deadline)
        if self.words.once:
            self.stop(self.farewell)
        self.known = (*position.played, move)
        return move

    def hear(self, position: Position, deadline: float) -> str:
        """Wait for the program's move."""
        assert self.process is not None
        listener = self.words.listener(position, self.side)
        move = None
        while move is None:
            line = self.process.read_line(deadline).decode("utf-8", "backslashreplace")
            move = listener(line)
        return self.check_move(position, move, line)

    def is_next(self, position: Position) -> bool:
        """Tell whether the position is one move after the last one the program knows."""
        return (
            self.process is not None
            and self.side == position.turn
            and len(position.played) == len(self.known) + 1
            and position.played[:-1] == self.known
            and position.beginning == self.beginning
        )

    def start_at(self, position: Position) -> None:
        """Start a process and set up a position in it."""
        self.stop(self.farewell)
        if position.turn not in self.words.sides:
            able = " and ".join(self.game.sides[side] for side in self.words.sides)
            raise UsageError(f"text programs for {self.game.name} play {able} only")
        self.side, self.beginning = position.turn, position.beginning
        opening = self.words.opening(position, self.side)
        arguments = self.words.arguments(position, self.side, self.kind, self.save)
        self.process = RunningProgram(self.sandbox, tuple(arguments), terminal=True)
        if opening:
            text = "".join(f"{line}\n" for line in opening)
            self.process.write(text.encode(), time.monotonic() + self.start_timeout)

    def save(self, data: bytes) -> str:
        """Write a board to a file in the program's folder and return its path."""
        self.sandbox.folder.write("game", data)
        return self.sandbox.folder.join("game")
