"""What all players have in common that are programs of their own."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from outwit import games
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.errors import BotFault, BotGarbage, BotIllegal, UnreadableMove
from outwit.players.allowance import UNLIMITED, Allowance
from outwit.players.player import Player
from outwit.players.process import BotProcess
from outwit.players.sandbox import CPU_SECONDS, Sandbox

if TYPE_CHECKING:
    from outwit.players.roster import BotSpec

# Seconds until a program must have greeted back, or be ready.
GREETING = 10.0
# Seconds an answer may be late on its way to us, by no fault of the program's.
LEEWAY = 0.05
# Seconds after which a program without any time limit is taken for dead.
FOREVER = 600.0


class ProgramPlayer(Player):
    """A program in a sandbox; a fault ends its process, the next ``begin`` starts another."""

    cpu_seconds = CPU_SECONDS
    patience = GREETING
    # Whether bubblewrap is used; where None, if it works.
    enclosed: bool | None = None
    # Words that stand before the command, if it is not run by itself.
    launcher: tuple[str, ...] = ()

    def __init__(self, spec: BotSpec, game: Game, seed: int) -> None:
        self.spec = spec
        self.name = spec.name
        self.game = game
        self.seed = seed
        self.settings = dict(spec.settings)
        self._sandbox: Sandbox | None = None
        self.process: BotProcess | None = None

    @property
    def sandbox(self) -> Sandbox:
        """Return where the program runs; made when it is first needed."""
        if self._sandbox is None:
            self._sandbox = Sandbox(
                self.spec.command,
                memory=self.spec.memory,
                processes=self.spec.processes,
                cpu_seconds=self.cpu_seconds,
                reads=(*self.spec.reads, *games.FOLDERS),
                environment=games.environment(),
                seed=self.seed,
                launcher=self.launcher,
                enclosed=self.enclosed,
            )
        return self._sandbox

    def start(self) -> None:
        """See that there is a program, and start it if it is to run through many games."""
        assert self.sandbox.command

    def choose(self, position: Position, allowance: Allowance = UNLIMITED) -> str:
        """Return a legal move."""
        try:
            return self.ask(position, allowance)
        except BotFault:
            self.stop()
            raise

    def ask(self, position: Position, allowance: Allowance) -> str:
        """Return the program's move; raise the fault if it has none that is legal."""
        raise NotImplementedError

    def deadline(self, position: Position, allowance: Allowance) -> float:
        """Return until when a move must be here."""
        most = allowance.most(position.turn)
        return time.monotonic() + (FOREVER if most is None else most + LEEWAY)

    def check_move(self, position: Position, move: str, said: str) -> str:
        """Return a move if it is legal; raise what is wrong with it, showing what was said."""
        try:
            position.read_move(move)
        except UnreadableMove:
            raise BotGarbage(
                f"{said[:80]!r} is no move", output=said[:1000], board=str(position)
            ) from None
        if move not in position.legal_moves:
            raise BotIllegal(
                f"{said[:80]!r} is not legal",
                output=said[:1000],
                position=position.text,
                board=str(position),
            )
        return move

    def stop(self, farewell: str = "") -> None:
        """End the process, if there is one."""
        if self.process is not None:
            self.process.close(farewell, 0.5 if farewell else 0.0)
            self.process = None

    def close(self) -> None:
        """End the process and remove its folder."""
        self.stop()
        if self._sandbox is not None:
            self._sandbox.close()
            self._sandbox = None
