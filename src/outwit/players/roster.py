"""Bots by description: on the command line, or in a TOML file.

On the command line a bot is ``[NAME=]KIND[:SETTINGS]``:

    random, careful              players of any game
    engine                       our engine; engine:nodes=5000, engine:depth=4, engine:time=0.1
    engine:level=3               our engine at a level from 1 to 10; a beginner beats level 1
    engine:book=off              our engine without its opening book; engine:time=0.1,book=on
    level7, type1, heuristic …   a bot of the game's own, by name
    file:COMMAND                 a program that reads and writes board files, run for each move
    ugi:COMMAND, uai:, uci:      a program that speaks an engine protocol
    text:COMMAND                 a program with the text interface of the assignment

A TOML file has a table ``[[bot]]`` for each, with the fields of ``BotSpec``.
``sandbox`` says what programs may do.
"""

from __future__ import annotations

import os
import re
import shlex
from random import Random
from typing import Any, TypeVar

from outwit.core.game import Game
from outwit.core.suggestion import hint
from outwit.core.value import Value
from outwit.engine.limits import Limits
from outwit.errors import BadFile, UsageError
from outwit.files import LONGEST_TOML, parse_toml, read_bytes
from outwit.players.bot import BotPlayer
from outwit.players.careful import CarefulPlayer
from outwit.players.engine import EnginePlayer
from outwit.players.levels import LEVELS, LevelPlayer
from outwit.players.player import Player
from outwit.players.random import RandomPlayer
from outwit.process.command import INTERPRETERS, interpreter_of, is_there
from outwit.process.limits import MOST_MEMORY

PROTOCOLS = ("file", "ugi", "uai", "uci", "text")
KINDS = ("random", "careful", "engine")
# Mebibytes, and processes, that a bot may have.
MOST = {"memory": MOST_MEMORY, "processes": 10_000}
LONGEST_SHOWN = 60
# Characters of a bot's name.
LONGEST_NAME = 100
KIND_NAMES = {str: "a text", int: "a number", dict: "a table", list: "a list"}
T = TypeVar("T")
TAKE_A_FOLDER = frozenset(("-cp", "-classpath", "--class-path"))
LIMITS = {"nodes": int, "depth": int, "time": float, "threads": int, "level": int}
# How people write a level of our engine where it must be called engine:level=N.
LEVEL = re.compile(r"(?:level|lvl|l)?[ _-]*([0-9]{1,2})", re.IGNORECASE)
# Whether the engine plays from its opening book.
BOOK, SWITCH = "book", {"on": True, "off": False}


class BotSpec(Value):
    """The description of a bot: built in, by its kind, or a program by protocol and command."""

    name: str
    kind: str
    command: tuple[str, ...] = ()
    # Engine: nodes, depth, time, threads, level, book. Programs: options of the protocol.
    settings: tuple[tuple[str, str], ...] = ()
    # Limits of a program, all its processes together: mebibytes of memory, processes.
    memory: int = 1024
    processes: int = 64
    # Folders that a program may read besides its own.
    reads: tuple[str, ...] = ()
    # A folder of which the program gets a copy to work in; names in the command are from there.
    folder: str = ""

    @property
    def is_program(self) -> bool:
        """Tell whether the bot is an external program."""
        return self.kind in PROTOCOLS


def read_spec(text: str) -> BotSpec:
    """Read a bot as written on the command line; raise UsageError if it cannot be read."""
    name, equals, rest = text.partition("=")
    if equals and ":" not in name:
        check_name(name)
    else:
        name, rest = "", text
    kind, _, settings = rest.partition(":")
    if kind in PROTOCOLS:
        try:
            command = tuple(shlex.split(settings))
        except ValueError as error:
            raise UsageError(f"bot {text[:60]!r}: {error}") from None
        if not command:
            raise UsageError(f"bot {text[:60]!r}: no command after {kind}:")
        return BotSpec(name or name_of(command), kind, command)
    pairs = tuple((pair.partition("=")[0], pair.partition("=")[2]) for pair in settings.split(","))
    pairs = tuple(pair for pair in pairs if pair != ("", ""))
    return BotSpec(name or rest, kind, settings=pairs)


def check_name(name: str) -> str:
    """Return the name of a bot; raise UsageError if it is none."""
    if not name.strip():
        raise UsageError("the name of a bot is empty")
    if len(name) > LONGEST_NAME:
        raise UsageError(
            f"the name {name[:LONGEST_SHOWN]!r}… is too long: {LONGEST_NAME} characters at most"
        )
    if not name.isprintable():
        raise UsageError(f"the name {name!r} has characters that cannot be shown")
    return name


def name_of(command: tuple[str, ...]) -> str:
    """Return the name of the program that a command runs: that of the script, if it runs one.

    >>> name_of(("python3", "bots/mine.py", "--fast")), name_of(("./mine", "--fast"))
    ('mine.py', 'mine')
    """
    program, *rest = command
    named = program.rpartition("/")[2]
    if interpreter_of(program) in INTERPRETERS:
        before = ""
        for word in rest:
            if not word.startswith("-") and before not in TAKE_A_FOLDER:
                return word.rpartition("/")[2] or named
            before = word
    return named


def find_bot(spec: BotSpec, game: Game, seed: int) -> Player:
    """Return the player of a description; raise UsageError if the game has no such bot."""
    player = _find(spec, game, seed)
    player.name = spec.name
    return player


def _find(spec: BotSpec, game: Game, seed: int) -> Player:
    if spec.is_program:
        from outwit.players.external import start_program

        return start_program(spec, game, seed)
    rng = Random(seed)
    if spec.kind == "engine":
        return _engine(spec, game, rng)
    own = game.parts.bots
    if spec.settings and (spec.kind in KINDS or spec.kind in own):
        raise UsageError(f"bot {spec.name!r}: {spec.kind} has no settings")
    if spec.kind == "random":
        return RandomPlayer(rng)
    if spec.kind == "careful":
        return CarefulPlayer(rng)
    if spec.kind in own:
        return BotPlayer(spec.name, own[spec.kind], rng)
    if "/" in spec.kind or " " in spec.kind:
        from outwit.players.dialect import usual_protocol

        example = f"{usual_protocol(game)}:{spec.kind[:40]}"
        raise UsageError(f"a program needs its protocol, as in {example!r}")
    programs = (f"{protocol}:COMMAND" for protocol in PROTOCOLS)
    known = dict.fromkeys((*KINDS, *own, *programs))
    level = LEVEL.fullmatch(spec.kind)
    others = hint(spec.kind, known, "there are")
    if level and 1 <= int(level[1]) <= len(LEVELS):
        others = f": did you mean 'engine:level={int(level[1])}'?"
    raise UsageError(f"there is no bot {spec.kind[:40]!r} for {game.name}{others}")


def _engine(spec: BotSpec, game: Game, rng: Random) -> Player:
    limits: dict[str, Any] = {}
    book = None
    for key, text in spec.settings:
        if key == BOOK:
            if text not in SWITCH:
                raise UsageError(f"bot {spec.name!r}: book {text[:40]!r} is neither on nor off")
            book = SWITCH[text]
            continue
        if key not in LIMITS:
            others = hint(key, (*LIMITS, BOOK), "it has")
            raise UsageError(f"bot {spec.name!r}: the engine has no setting {key[:40]!r}{others}")
        try:
            limits[key] = LIMITS[key](text)
        except ValueError:
            raise UsageError(f"bot {spec.name!r}: {key} {text[:40]!r} is not a number") from None
    if "level" in limits:
        if len(limits) > 1:
            raise UsageError(f"bot {spec.name!r}: no other settings but book go with level")
        return LevelPlayer(game, limits["level"], rng, book=book)
    threads = int(limits.pop("threads", 1))
    # Who limits the engine, for a match or to measure, wants to see it search.
    uses_book = not limits if book is None else book
    book_rng = rng if uses_book else None
    return EnginePlayer(game, Limits(**limits).check(), threads=threads, book_rng=book_rng)


def read_roster(path: str) -> list[BotSpec]:
    """Read bots from a TOML file; raise UsageError with file and field if it is not valid."""
    try:
        data = parse_toml(read_bytes(path, LONGEST_TOML))
    except (OSError, BadFile) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise UsageError(f"{path!r} cannot be read: {reason}") from None
    tables = data.pop("bot", [])
    if data:
        raise UsageError(
            f"{path!r}: {next(iter(data))!r} is unknown; there are only [[bot]] tables"
        )
    if not isinstance(tables, list) or not tables:
        raise UsageError(f"{path!r}: there are no [[bot]] tables")
    specs: list[BotSpec] = []
    for number, table in enumerate(tables, 1):
        try:
            spec = with_places(read_table(table), os.path.dirname(os.path.abspath(path)))
            check_name(spec.name)
        except UsageError as error:
            raise UsageError(f"{path!r}: bot {number}: {error}") from None
        if any(spec.name == other.name for other in specs):
            raise UsageError(f"{path!r}: bot {number}: name {spec.name!r} is taken")
        specs.append(spec)
    return specs


def read_table(table: object) -> BotSpec:
    """Return the bot of a TOML table; raise UsageError with the field if it is not valid."""
    if not isinstance(table, dict):
        raise UsageError("a table is expected")
    for key in table:
        if key not in BotSpec.fields:
            raise UsageError(f"{key!r} is unknown; there are {', '.join(BotSpec.fields)}")
    kind = read_field(table, "kind", str, None)
    command = table.get("command", [])
    try:
        words = tuple(shlex.split(command) if isinstance(command, str) else command)
    except (TypeError, ValueError) as error:
        raise UsageError(f"command: {error}") from None
    if not all(isinstance(word, str) for word in words):
        raise UsageError("command: a text, or a list of texts, is expected")
    if bool(words) != (kind in PROTOCOLS):
        wanted = "needs a command" if kind in PROTOCOLS else "has no command"
        raise UsageError(f"command: kind {kind[:40]!r} {wanted}")
    settings: dict[str, object] = read_field(table, "settings", dict, {})
    reads: list[object] = read_field(table, "reads", list, [])
    numbers = {
        key: read_field(table, key, int, getattr(BotSpec, key)) for key in ("memory", "processes")
    }
    for key, number in numbers.items():
        if not 1 <= number <= MOST[key]:
            raise UsageError(f"{key}: a number from 1 to {MOST[key]} is expected")
    return BotSpec(
        read_field(table, "name", str, kind),
        kind,
        words,
        tuple((key, read_text(value, f"settings: {key}")) for key, value in settings.items()),
        reads=tuple(read_text(folder, "reads") for folder in reads),
        folder=read_field(table, "folder", str, ""),
        **numbers,
    )


def with_places(spec: BotSpec, base: str) -> BotSpec:
    """Return a bot whose folders, given from ``base`` on, are absolute; they must be there.

    Raise UsageError with the field if one is not.
    """
    if spec.folder and not spec.is_program:
        raise UsageError(f"folder: kind {spec.kind[:40]!r} has no folder")
    reads = tuple(place_of(place, base, "reads") for place in spec.reads)
    folder = place_of(spec.folder, base, "folder") if spec.folder else ""
    if folder and not os.path.isdir(folder):
        raise UsageError(f"folder: {spec.folder[:LONGEST_SHOWN]!r} is not a folder")
    return spec.replace(reads=reads, folder=folder)


def place_of(place: str, base: str, where: str) -> str:
    """Return the absolute path of a file or folder; raise UsageError if there is none."""
    path = os.path.abspath(os.path.join(base, place))
    if not place or not is_there(path):
        raise UsageError(f"{where}: {place[:LONGEST_SHOWN]!r} is not there")
    return path


def read_field(table: dict[str, Any], key: str, kind: type[T], default: T | None) -> T:
    """Return a field of a table; raise UsageError if it is missing or of the wrong type."""
    value = table.get(key, default)
    if value is None:
        raise UsageError(f"{key} is missing")
    if not isinstance(value, kind) or isinstance(value, bool):
        raise UsageError(f"{key}: {KIND_NAMES[kind]} is expected, not {brief(value)}")
    return value


def brief(value: object) -> str:
    """Return a value as Python writes it, if that is short and can be done."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):
        text = ""
    return text if 0 < len(text) <= LONGEST_SHOWN else f"a {type(value).__name__}"


def read_text(value: object, where: str) -> str:
    """Return a text, or a number as one; raise UsageError for anything else."""
    try:
        if isinstance(value, str | int | float):
            return str(value)
    except ValueError:  # more digits than can be written
        raise UsageError(f"{where}: the number is too large") from None
    raise UsageError(f"{where}: a text or a number is expected")
