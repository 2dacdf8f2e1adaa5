"""A player that runs a program for every move; it reads a board file and writes one."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from outwit.core.game import Game
from outwit.core.position import Position
from outwit.errors import BadFile, BotCrash, BotFault, BotTampering, BotWrongFile, UsageError
from outwit.players.allowance import Allowance
from outwit.players.program import ProgramPlayer
from outwit.process.processes import last_pid
from outwit.process.running import RunningProgram
from outwit.process.sandbox import status_of
from outwit.process.text import describe_status, tail_shown

if TYPE_CHECKING:
    from outwit.players.roster import BotSpec

LONGEST_BOARD = 1 << 16
IN, OUT = "in", "out"
# A shell that runs the program for each line it reads, and prints its exit status. So the sandbox
# is built once, and its limits hold before the program's first instruction. What the program prints
# is kept with its errors, for the fault.
LAUNCHER = f"""\
echo ready
while read -r side
do "$@" "$side" "$PWD/{IN}" "$PWD/{OUT}" </dev/null >&2
echo "$?"
done
"""
# What a program may write in place of its status is none.
LONGEST_STATUS, OTHER_STATUS = 3, 255


class FilePlayer(ProgramPlayer):
    """Runs ``COMMAND SIDE IN OUT`` and finds the move that leads from IN to OUT."""

    launcher = ("/bin/sh", "-c", LAUNCHER, "launcher")

    def __init__(self, spec: BotSpec, game: Game, seed: int) -> None:
        super().__init__(spec, game, seed)
        if self.settings:
            raise UsageError(f"bot {spec.name!r}: {next(iter(self.settings))!r} cannot be set")
        # The processes of the shell and of the enclosure, which stay for the next move.
        self.kept: set[int] = set()
        start = game.start()
        try:
            data = start.to_file()
        except BadFile as error:
            raise UsageError(f"bot {spec.name!r}: {game.name}: {error}") from None
        # Some formats contain the side to move; others must be told.
        try:
            game.load(data)
        except BadFile:
            self.file_has_side = False
        else:
            self.file_has_side = True

    def start(self) -> None:
        """Start the shell that runs the program."""
        if self.process is not None:
            return
        self.process = RunningProgram(self.sandbox, talks=False)
        try:
            self.process.read_until(b"ready", time.monotonic() + self.start_timeout)
        except BotFault:
            self.stop()
            raise
        # No program has run yet.
        self.kept = set(self.sandbox.members(self.process.process))

    def get_ready(self, position: Position) -> None:
        """Start the shell if it does not run; the program itself is run for each move."""
        self.start()

    def ask(self, position: Position, allowance: Allowance) -> str:
        """Run the program for a move."""
        self.start()
        given, folder = position.to_file(), self.sandbox.folder
        folder.write(IN, given)
        folder.remove(OUT)
        self.run(self.game.sides[position.turn].lower(), self.deadline(position, allowance))
        if folder.read(IN, LONGEST_BOARD) != given:
            raise self.fault(BotTampering, "it changed the board it was given to read")
        return self.find_move(position, folder.read(OUT, LONGEST_BOARD))

    def run(self, side: str, deadline: float) -> None:
        """Run the program to its end; raise BotCrash unless its exit status is 0."""
        process = self.process
        assert process is not None
        process.discard_output()
        self.note_complaints(process)
        before = last_pid()
        process.write_line(side, deadline)
        told = process.read_line(deadline)
        # Processes it left running must not think in the opponent's time.
        self.sandbox.kill_others(process.process, self.kept, before)
        if told != b"0":
            words = describe_status(read_status(told))
            raise self.fault(BotCrash, f"it ended with {words}", exit_status=words)

    def fault(self, kind: type[BotFault], message: str, **evidence: str) -> BotFault:
        """Return a fault with the evidence from the process."""
        assert self.process is not None
        return self.process.fault(kind, message, **evidence)

    def find_move(self, position: Position, data: bytes | None) -> str:
        """Return the legal move that leads to a board file; raise BotWrongFile if none does."""
        drawn = str(position)
        if data is None:
            raise self.fault(BotWrongFile, "it wrote no board", board=drawn)
        if len(data) > LONGEST_BOARD:
            message = f"what it wrote has more than {LONGEST_BOARD} bytes"
            raise self.fault(BotWrongFile, message, file=tail_shown(data), board=drawn)
        board = position.copy()
        try:
            side = None if self.file_has_side else board.turn.other
            reached = self.game.load(data, side, **board.options)
        except BadFile as error:
            message = f"what it wrote is not a board: {error}"
            raise self.fault(BotWrongFile, message, file=tail_shown(data), board=drawn) from None
        wanted, key = reached.to_file(), reached.key
        moves = list(board.legal_moves)
        # Comparing keys is fast, but a key may depend on the number of moves, and a file may not.
        for by_key in (True, False):
            for move in moves:
                board.play(move)
                found = (board.key == key or not by_key) and board.to_file() == wanted
                board.undo()
                if found:
                    return move
        message = "no legal move leads to its board"
        raise self.fault(BotWrongFile, message, file=tail_shown(data), board=drawn)


def read_status(told: bytes) -> int:
    """Return an exit status as a shell tells it, negative for a signal.

    >>> read_status(b"3"), read_status(b"139"), read_status(b"200"), read_status(b"9" * 6000)
    (3, -11, 200, 255)
    """
    is_status = told.isdigit() and len(told) <= LONGEST_STATUS
    return status_of(int(told) if is_status else OTHER_STATUS)
