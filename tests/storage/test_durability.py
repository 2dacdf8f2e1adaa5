"""What was acknowledged is there after a kill, and of two processes one wins a ply."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from outwit.storage.database import Database
from outwit.storage.games import GameStore
from outwit.storage.stored import NewGame, StoredSeat

pytestmark = pytest.mark.compiled_only

BOT = StoredSeat("level 1", bot="level 1")
# Adds moves for ever and says each number when it is stored.
WRITER = """
import itertools, sys
from outwit.storage.database import Database
from outwit.storage.games import GameStore
games = GameStore(Database(sys.argv[1]))
for ply in itertools.count(int(sys.argv[3])):
    games.add_move(sys.argv[2], ply, f"m{ply}", 5, 1000)
    print(ply, flush=True)
"""
# Gives every ply a move of its own, and says which were taken.
RIVAL = """
import sys
from outwit.errors import StalePly
from outwit.storage.database import Database
from outwit.storage.games import GameStore
with Database(sys.argv[1]) as database:
    games = GameStore(database)
    games.load(sys.argv[2])
    print("ready", flush=True)
    sys.stdin.readline()
    for ply in range(int(sys.argv[4])):
        try:
            if games.add_move(sys.argv[2], ply, f"{sys.argv[3]}{ply}"):
                print(ply, flush=True)
        except StalePly:
            pass
"""
KILLS = (1, 40, 15)
PLIES = 100


def python(code: str, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_a_killed_writer_has_lost_no_acknowledged_move(url: str) -> None:
    with Database(url) as database:
        games = GameStore(database)
        game = games.create(NewGame("ataxx", (BOT, BOT)))
        stored = 0
        for moves in KILLS:
            with python(WRITER, url, game, str(stored)) as writer:
                assert writer.stdout is not None
                for _ in range(moves):
                    said = writer.stdout.readline()
                os.kill(writer.pid, signal.SIGKILL)
                said = (writer.stdout.read().splitlines() or [said])[-1]
            found = [each.move for each in games.load(game).moves]
            # The last move may be stored and not yet acknowledged.
            assert len(found) - 1 - int(said) in (0, 1)
            assert found == [f"m{ply}" for ply in range(len(found))]
            stored = len(found)
        assert stored >= sum(KILLS)


def test_of_two_processes_exactly_one_gets_a_ply(url: str) -> None:
    with Database(url) as database:
        games = GameStore(database)
        game = games.create(NewGame("ataxx", (BOT, BOT)))
        with (
            python(RIVAL, url, game, "a", str(PLIES)) as one,
            python(RIVAL, url, game, "b", str(PLIES)) as two,
        ):
            for rival in (one, two):
                assert rival.stdout is not None
                assert rival.stdout.readline() == "ready\n"
            for rival in (one, two):
                assert rival.stdin is not None
                rival.stdin.write("go\n")
                rival.stdin.flush()
            taken = {
                name: rival.communicate()[0].split() for name, rival in (("a", one), ("b", two))
            }
        assert (one.returncode, two.returncode) == (0, 0)
        found = [each.move for each in games.load(game).moves]
        wins = {f"{name}{ply}" for name, plies in taken.items() for ply in plies}
        assert len(found) == PLIES == sum(map(len, taken.values()))
        assert set(found) == wins
