"""The base of players that are external programs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from typing import TYPE_CHECKING

from outwit import games
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.errors import BotFault, BotGarbage, BotIllegal, UnreadableMove
from outwit.players.allowance import UNLIMITED, Allowance
from outwit.players.player import Player
from outwit.process.command import check_script
from outwit.process.copies import Template
from outwit.process.limits import ResourceLimits
from outwit.process.running import TAIL, RunningProgram
from outwit.process.sandbox import Sandbox

if TYPE_CHECKING:
    from outwit.players.roster import BotSpec

# Seconds for a program to start, and to get ready for a game.
START_TIMEOUT = 10.0
# Seconds that an answer may be late, for the transfer between processes.
TRANSFER_SECONDS = 0.05
# Seconds between two attempts to interrupt another thread that waits for the program.
RING_SECONDS = 0.02
# Seconds for a move where there is no time limit.
UNLIMITED_TIMEOUT = 600.0


class ProgramPlayer(Player):
    """A program in a sandbox; a fault ends its process, and ``begin`` starts a new one.

    Any thread may close it: a thread that waits for the program then gets a BotFault.
    """

    start_timeout = START_TIMEOUT
    # Whether to use bubblewrap; None: if it works.
    enclosed: bool | None = None
    # Words to put before the command.
    launcher: tuple[str, ...] = ()
    # The last line to a program that is asked to end.
    farewell = ""

    def __init__(self, spec: BotSpec, game: Game, seed: int) -> None:
        self.spec = spec
        self.name = spec.name
        self.game = game
        self.seed = seed
        self.settings = dict(spec.settings)
        self._sandbox: Sandbox | None = None
        self.process: RunningProgram | None = None
        # The end of what it wrote to standard error.
        self.complaints = b""
        self._use = RLock()
        self.is_closed = False

    @property
    def sandbox(self) -> Sandbox:
        """Return the program's sandbox, made at the first use."""
        if self._sandbox is None:
            folder = self.spec.folder
            check_script(self.spec.command, folder or None)
            sandbox = Sandbox(
                self.spec.command,
                limits=ResourceLimits(memory=self.spec.memory, processes=self.spec.processes),
                reads=(*self.spec.reads, *games.FOLDERS, *((folder,) if folder else ())),
                environment={**games.environment(), "OUTWIT_SEED": str(self.seed)},
                launcher=self.launcher,
                enclosed=self.enclosed,
                base=folder or None,
            )
            if folder:
                try:
                    Template(folder).lay(sandbox.folder)
                except BaseException:
                    sandbox.close()
                    raise
            self._sandbox = sandbox
        return self._sandbox

    def start(self) -> None:
        """Check that the program exists, and start it if it runs for many games."""
        assert self.sandbox.command

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """Keep other threads away; raise BotFault if the player is closed."""
        with self._use:
            if self.is_closed:
                raise BotFault("it was ended")
            yield

    @contextmanager
    def awake(self) -> Iterator[None]:
        """Let the program run for a time; it is stopped before and afterwards.

        It thinks in its own time only, and takes nothing of the processor from its opponent.
        """
        if self.process is not None:
            self.process.thaw()
        try:
            yield
        finally:
            if self.process is not None:
                self.process.freeze()

    def begin(self, position: Position) -> None:
        """Start the program if it does not run, and get it ready for a game."""
        with self.in_use(), self.awake():
            self.get_ready(position)

    def get_ready(self, position: Position) -> None:
        """Start what must run before a game; raise a BotFault if it does not."""
        raise NotImplementedError

    def choose(self, position: Position, allowance: Allowance = UNLIMITED) -> str:
        """Return a legal move."""
        with self.in_use(), self.awake():
            try:
                return self.ask(position, allowance)
            except BotFault:
                self.stop()
                raise

    def ask(self, position: Position, allowance: Allowance) -> str:
        """Return the program's move; raise a BotFault if there is none or it is not legal."""
        raise NotImplementedError

    def deadline(self, position: Position, allowance: Allowance) -> float:
        """Return the time on ``time.monotonic`` by which a move must arrive."""
        most = allowance.time_limit(position.turn)
        return time.monotonic() + (UNLIMITED_TIMEOUT if most is None else most + TRANSFER_SECONDS)

    def check_move(self, position: Position, move: str, said: str) -> str:
        """Return a move if it is legal; raise BotGarbage or BotIllegal with what was said."""
        try:
            position.read_move(move)
        except UnreadableMove:
            raise BotGarbage(
                f"{said[:80]!r} is not a move", output=said[:1000], board=str(position)
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
        """End the process, if there is one, with a last line to it."""
        if self.process is not None:
            self.note_complaints(self.process)
            self.process.close(farewell, 0.5 if farewell else 0.0)
            self.process = None

    def note_complaints(self, process: RunningProgram) -> None:
        """Keep what a process has written to standard error."""
        process.read_errors()
        self.complaints = (self.complaints + process.error_output)[-TAIL:]
        process.error_output = b""

    def close(self) -> None:
        """Ask the program to end, end it, and remove its folder; it plays no more."""
        self.is_closed = True
        while not self._use.acquire(timeout=RING_SECONDS):
            # A process may have been started meanwhile.
            if (process := self.process) is not None:
                process.interrupt()
        try:
            self.stop(self.farewell)
            if self._sandbox is not None:
                self._sandbox.close()
                self._sandbox = None
        finally:
            self._use.release()
