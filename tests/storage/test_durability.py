"""What was acknowledged is there after a kill, and of two processes one wins a ply."""

from __future__ import annotations

import itertools
import os
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress

import pytest

from outwit.errors import StalePly
from outwit.storage.database import Database
from outwit.storage.games import GameStore
from outwit.storage.stored import NewGame, StoredSeat

pytestmark = pytest.mark.compiled_only

BOT = StoredSeat("level 1", bot="level 1")
KILLS = (1, 40, 15)
PLIES = 100


def say(words: object) -> None:
    """Write a line to the process that started this one."""
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def add_moves(url: str, game: str, start: int) -> None:
    """Add moves for ever, and say each number when it is stored."""
    games = GameStore(Database(url))
    for ply in itertools.count(start):
        games.add_move(game, ply, f"m{ply}", 5, 1000)
        say(ply)


def contend(url: str, game: str, name: str) -> None:
    """Give every ply a move of its own, and say which were taken."""
    with Database(url) as database:
        games = GameStore(database)
        games.load(game)
        say("ready")
        sys.stdin.readline()
        for ply in range(PLIES):
            with suppress(StalePly):
                if games.add_move(game, ply, f"{name}{ply}"):
                    say(ply)


class Child:
    """A process that runs a function: a fork, which has nothing to load.

    No connection to the database may be open: processes cannot share one.
    """

    def __init__(self, work: Callable[..., None], *words: object) -> None:
        given, stdin = os.pipe()
        stdout, said = os.pipe()
        self.pid = os.fork()
        if not self.pid:
            status = 1
            try:
                os.close(stdin)
                os.close(stdout)
                sys.stdin, sys.stdout = os.fdopen(given), os.fdopen(said, "w")
                work(*words)
                status = 0
            finally:
                if status:
                    traceback.print_exc()
                os._exit(status)
        os.close(given)
        os.close(said)
        self.stdin, self.stdout = os.fdopen(stdin, "w"), os.fdopen(stdout)

    def wait(self) -> int:
        """Return its exit status when it has ended."""
        self.stdin.close()
        self.stdout.close()
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def create(url: str) -> str:
    """Create a game, and return its id."""
    with Database(url) as database:
        return GameStore(database).create(NewGame("ataxx", (BOT, BOT)))


def moves_of(url: str, game: str) -> list[str]:
    """Return the stored moves of a game."""
    with Database(url) as database:
        return [each.move for each in GameStore(database).load(game).moves]


def test_a_killed_writer_has_lost_no_acknowledged_move(url: str) -> None:
    game = create(url)
    stored = 0
    for moves in KILLS:
        writer = Child(add_moves, url, game, stored)
        for _ in range(moves):
            said = writer.stdout.readline()
        os.kill(writer.pid, signal.SIGKILL)
        said = (writer.stdout.read().splitlines() or [said])[-1]
        assert writer.wait() == -signal.SIGKILL
        found = moves_of(url, game)
        # The last move may be stored and not yet acknowledged.
        assert len(found) - 1 - int(said) in (0, 1)
        assert found == [f"m{ply}" for ply in range(len(found))]
        stored = len(found)
    assert stored >= sum(KILLS)


def test_of_two_processes_exactly_one_gets_a_ply(url: str) -> None:
    game = create(url)
    rivals = {name: Child(contend, url, game, name) for name in "ab"}
    for rival in rivals.values():
        assert rival.stdout.readline() == "ready\n"
    for rival in rivals.values():
        rival.stdin.write("go\n")
        rival.stdin.flush()
    taken = {name: rival.stdout.read().split() for name, rival in rivals.items()}
    assert [rival.wait() for rival in rivals.values()] == [0, 0]
    found = moves_of(url, game)
    wins = {f"{name}{ply}" for name, plies in taken.items() for ply in plies}
    assert len(found) == PLIES == sum(map(len, taken.values()))
    assert set(found) == wins
