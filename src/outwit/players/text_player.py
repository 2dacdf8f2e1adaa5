"""A program that plays in plain text, as the assignments' own do, as a player."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from outwit.core.game import Game
from outwit.core.position import Position
from outwit.errors import UsageError
from outwit.players.allowance import Allowance
from outwit.players.process import BotProcess
from outwit.players.program import ProgramPlayer

if TYPE_CHECKING:
    from outwit.players.roster import BotSpec


class TextPlayer(ProgramPlayer):
    """Follows the game's conversation; a process plays one game, and one side of it."""

    def __init__(self, spec: BotSpec, game: Game, seed: int) -> None:
        super().__init__(spec, game, seed)
        known = game.parts.conversations
        program = self.settings.pop("program", next(iter(known), ""))
        if program not in known:
            there = ", ".join(known) or "none"
            raise UsageError(
                f"bot {spec.name!r}: {game.name} has no text program {program[:40]!r}; "
                f"there are {there}"
            )
        self.words = known[program]
        self.kind = self.settings.pop("kind", "")
        if self.settings:
            raise UsageError(f"bot {spec.name!r}: {next(iter(self.settings))!r} cannot be set")
        # What the program knows: the game's beginning, its own side, and the moves until now.
        self.beginning = ""
        self.side = -1
        self.known: tuple[str, ...] = ()

    def begin(self, position: Position) -> None:
        """See that there is a program, and let go of the last game's process."""
        self.start()
        self.stop(self.words.farewell)

    def ask(self, position: Position, allowance: Allowance) -> str:
        """Tell the other side's move, wait for the program's."""
        deadline = self.deadline(position, allowance)
        if self.follows(position):
            assert self.process is not None
            last = position.undo()
            try:
                line = self.words.tell(position, last)
            finally:
                position.play(last)
            self.process.write_line(line, deadline)
        else:
            self.lead_to(position)
        assert self.process is not None
        announced = self.words.announced(self.side).encode()
        _, line_read = self.process.read_until(announced, deadline, anywhere=True)
        said = line_read.removeprefix(announced).decode("utf-8", "backslashreplace")
        move = self.check_move(position, self.words.read(position, said), said)
        self.known = (*position.played, move)
        return move

    def follows(self, position: Position) -> bool:
        """Tell whether the game is one move further than the program knows."""
        return (
            self.process is not None
            and self.side == position.turn
            and len(position.played) == len(self.known) + 1
            and position.played[:-1] == self.known
            and position.beginning == self.beginning
        )

    def lead_to(self, position: Position) -> None:
        """Start a process and lead it to a position."""
        self.stop(self.words.farewell)
        self.side, self.beginning = position.turn, position.beginning
        opening = self.words.opening(position, self.side)
        arguments = self.words.arguments(position, self.side, self.kind, self.save)
        self.process = BotProcess(self.sandbox, tuple(arguments))
        if opening:
            text = "".join(f"{line}\n" for line in opening)
            self.process.write(text.encode(), time.monotonic() + self.patience)

    def save(self, data: bytes) -> str:
        """Put a board into the program's folder."""
        path = self.sandbox.path("game")
        with open(path, "wb") as file:
            file.write(data)
        return path

    def close(self) -> None:
        """Ask the program to leave, and see to it."""
        self.stop(self.words.farewell)
        super().close()
