"""Small bots, most of them bad, and what to do with them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import outwit
from outwit.core.game import Game
from outwit.players.allowance import Allowance
from outwit.players.external import start_program
from outwit.players.program import ProgramPlayer
from outwit.players.roster import BotSpec
from outwit.process.sandbox import Sandbox
from tests.assignments.process import program_module

PYTHON = (sys.executable, "-I", "-S")
OUR_OWN = (sys.executable, "-m", "outwit.cli", "engine")
SECOND = Allowance(move=1.0)
# Long enough for any bot that is to answer, on a machine that has other things to do.
AMPLE = Allowance(move=20.0)
GAME = outwit.game("advance")


def our_program(name: str) -> tuple[str, ...]:
    """Return the command of one of the five programs."""
    return (sys.executable, "-c", f"from {program_module(name).__name__} import main; main()")


def recorded(seed: int, plies: int) -> list[str]:
    """Return the first moves of a game played by chance."""
    position, rng = GAME.start(), Random(seed)
    for _ in range(plies):
        position.play(rng.choice(sorted(position.legal_moves)))
    return list(position.played)


MOVES = recorded(1, 30)
HEAD = """\
import os, signal, sys, time
MOVES = sys.argv[1].split()
say = lambda text: (sys.stdout.write(text), sys.stdout.flush())
"""
UGI = """
played = 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        at_greeting()
        say("id name test\\nugiok\\n")
    elif words[0] == "isready":
        at_ready()
        say("readyok\\n")
    elif words[0] == "position":
        played = len(words) - words.index("moves") - 1 if "moves" in words else 0
    elif words[0] == "go":
        at_move(played)
        say("info depth 3 score cp 12 nodes 5\\nbestmove " + MOVES[played] + "\\n")
    elif words[0] == "quit":
        break
"""
HOOKS = """
def at_greeting(): pass
def at_ready(): pass
def at_move(played): pass
"""


def ugi_bot(folder: Path, code: str = "") -> BotSpec:
    """Write a UGI bot that plays a recorded game, unless the code makes it do something else."""
    path = folder / "bot.py"
    path.write_text(HEAD + HOOKS + code + UGI)
    return BotSpec("bot", "ugi", (*PYTHON, str(path), " ".join(MOVES)))


def file_bot(folder: Path, code: str) -> BotSpec:
    """Write a bot for the file protocol: ``side``, ``source``, ``target`` are its arguments."""
    path = folder / "bot.py"
    path.write_text(f"import os, signal, sys, time\nside, source, target = sys.argv[1:]\n{code}\n")
    return BotSpec("bot", "file", (*PYTHON, str(path)))


@contextmanager
def playing(
    spec: BotSpec, game: Game = GAME, *, enclosed: bool | None = None
) -> Iterator[ProgramPlayer]:
    """Let a program play, and see that nothing of it is left afterwards."""
    player = start_program(spec, game, 1)
    player.enclosed = enclosed
    player.start_timeout = 20.0
    sandbox: Sandbox | None = None
    try:
        yield player
    finally:
        sandbox = player._sandbox
        player.close()
    if sandbox is not None:
        assert sandbox.marked() == []
        assert not Path(sandbox.folder.path).exists()
