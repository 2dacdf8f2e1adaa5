"""Bots by description: on the command line, or in a TOML file.

On the command line a bot is ``[NAME=]KIND[:SETTINGS]``:

    random, careful              play without knowing the game
    engine                       our engine; engine:nodes=5000, engine:depth=4, engine:time=0.1
    engine:level=3               our engine at a level from 1 to 10; a beginner beats level 1
    level7, type1, heuristic …   a bot of the game's own, by its name
    file:COMMAND                 a program that reads and writes board files, one run a move
    ugi:COMMAND, uai:, uci:      a program that speaks an engine protocol
    text:COMMAND                 a program that talks as the assignment's own does

A TOML file has a table ``[[bot]]`` for each, with the fields of ``BotSpec``.
"""

from __future__ import annotations

import shlex
from random import Random
from typing import Any

from outwit.core.game import Game
from outwit.core.value import Value
from outwit.engine.limits import Limits
from outwit.errors import UsageError
from outwit.games import bots
from outwit.players.bot import BotPlayer
from outwit.players.careful import CarefulPlayer
from outwit.players.engine import EnginePlayer
from outwit.players.player import Player
from outwit.players.random import RandomPlayer

PROTOCOLS = ("file", "ugi", "uai", "uci", "text")
KINDS = ("random", "careful", "engine")
LIMITS = {"nodes": int, "depth": int, "time": float, "threads": int}


class BotSpec(Value):
    """Who a bot is: one of ours by its kind, or a program by its command and protocol."""

    name: str
    kind: str
    command: tuple[str, ...] = ()
    # Engine: nodes, depth, time, threads. Programs: what is set by the protocol.
    settings: tuple[tuple[str, str], ...] = ()
    # What a program may use, at most: mebibytes of memory, processes.
    memory: int = 1024
    processes: int = 64

    @property
    def is_program(self) -> bool:
        """Tell whether the bot is a process of its own."""
        return self.kind in PROTOCOLS


def read_spec(text: str) -> BotSpec:
    """Read a bot from the command line; raise UsageError if it makes no sense."""
    name, equals, rest = text.partition("=")
    if not equals or not name.replace("-", "").replace("_", "").replace(".", "").isalnum():
        name, rest = "", text
    kind, _, settings = rest.partition(":")
    if kind in PROTOCOLS:
        try:
            command = tuple(shlex.split(settings))
        except ValueError as error:
            raise UsageError(f"bot {text[:60]!r}: {error}") from None
        if not command:
            raise UsageError(f"bot {text[:60]!r}: no command after {kind}:")
        return BotSpec(name or command[-1].rpartition("/")[2], kind, command)
    pairs = tuple((pair.partition("=")[0], pair.partition("=")[2]) for pair in settings.split(","))
    pairs = tuple(pair for pair in pairs if pair != ("", ""))
    return BotSpec(name or rest, kind, settings=pairs)


def find_bot(spec: BotSpec, game: Game, seed: int) -> Player:
    """Return the player a description asks for; raise UsageError if there is none for a game."""
    player = _find(spec, game, seed)
    player.name = spec.name
    return player


def _find(spec: BotSpec, game: Game, seed: int) -> Player:
    if spec.is_program:
        raise UsageError(f"bot {spec.name!r}: programs cannot play yet")
    rng = Random(seed)
    if spec.kind == "engine":
        return _engine(spec, game)
    if spec.settings:
        raise UsageError(f"bot {spec.name!r}: {spec.kind} has no settings")
    if spec.kind == "random":
        return RandomPlayer(rng)
    if spec.kind == "careful":
        return CarefulPlayer(rng)
    own = bots(game)
    if spec.kind in own:
        return BotPlayer(spec.name, own[spec.kind], rng)
    offered = ", ".join((*KINDS, *own, *(f"{protocol}:COMMAND" for protocol in PROTOCOLS)))
    raise UsageError(f"there is no bot {spec.kind[:40]!r} for {game.name}; there are {offered}")


def _engine(spec: BotSpec, game: Game) -> Player:
    limits: dict[str, Any] = {}
    for key, text in spec.settings:
        if key not in LIMITS:
            raise UsageError(f"bot {spec.name!r}: the engine has no setting {key[:40]!r}")
        try:
            limits[key] = LIMITS[key](text)
        except ValueError:
            raise UsageError(f"bot {spec.name!r}: {key} {text[:40]!r} is no number") from None
    threads = int(limits.pop("threads", 1))
    return EnginePlayer(game, Limits(**limits).check(), threads=threads)


def read_roster(path: str) -> list[BotSpec]:
    """Read bots from a TOML file; raise UsageError, naming the file, if one makes no sense."""
    raise UsageError(f"{path!r}: bots cannot be read from files yet")
