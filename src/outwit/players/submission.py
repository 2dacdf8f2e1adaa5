"""A folder with somebody's program: how it is built and run, and what it says of itself.

``run`` is the program if it may be executed. Otherwise it holds the command line, or is a script
for the shell. Instead there may be a ``bot.toml``:

    command = "java -cp build Main"     # or a list of words
    build = "make"                      # optional, as is every other field of a bot
    [declared]                          # what the assignment lets everyone choose
    weights = [3, 2, 1]

The fields may also be in a table ``[[bot]]``. A ``build`` file is as ``run``. Without either, what
is there says how to build and to run it: a Makefile, or sources (``languages``).
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from typing import Any

from outwit.core.value import Value
from outwit.errors import BadFile, BotUnseen, UsageError
from outwit.files import parse_toml
from outwit.players.languages import (
    Recipe,
    find_program,
    find_recipe,
    javac,
    missing_tools,
)
from outwit.players.roster import BotSpec, read_table
from outwit.process.folder import read_regular
from outwit.process.text import shown

RUN, BUILD, DESCRIPTION, DECLARED = "run", "build", "bot.toml", "declared"
# A line with one of these is for the shell.
FOR_THE_SHELL = frozenset("$`|&;<>(){}*?\n")
MAKEFILES = ("Makefile", "makefile", "GNUmakefile")
SEARCHED, FOUND = 200, 500
# Files that are named where there is no program.
MOST_NAMED, LONGEST_NAMES = 5, 200


class Submission(Value):
    """What a folder says of its program."""

    bot: BotSpec
    declared: dict[str, Any] = {}  # noqa: RUF012


def read_submission(folder: str, name: str, kind: str, game: str = "") -> Submission:
    """Read a folder; raise BadFile if it has no program. ``kind`` is the usual protocol.

    A program that nothing names is found, also by the name of its game.
    """
    table, declared = read_description(folder)
    table.pop(BUILD, None)
    if command := command_in(folder, RUN):
        table["command"] = list(command)
    elif "command" not in table:
        if os.path.lexists(os.path.join(folder, RUN)):
            raise BadFile(f"{RUN} is not a file with a command")
        table["command"] = list(find_run(folder, game))
    try:
        bot = read_table({"kind": kind, **table, "name": name})
    except UsageError as error:
        raise BadFile(f"{DESCRIPTION}: {error}") from None
    return Submission(bot, declared)


def read_build(folder: str, game: str = "") -> tuple[str, ...]:
    """Return the command that builds a program in a folder, nothing if there is nothing to do.

    Raise BadFile if it is not clear which program it is, BotUnseen if this machine cannot build it.
    """
    return own_build(folder) or find_build(folder, game)


def own_build(folder: str) -> tuple[str, ...]:
    """Return the command that a folder itself names for its build, a Makefile included."""
    table, _ = read_description(folder)
    words = words_of(table.get(BUILD, ()), f"{DESCRIPTION}: {BUILD}")
    is_made = any(os.path.isfile(os.path.join(folder, name)) for name in MAKEFILES)
    return words or command_in(folder, BUILD) or (("make",) if is_made else ())


def read_description(folder: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the fields of the bot and what it declares; both are empty without a description."""
    text = read_regular(os.path.join(folder, DESCRIPTION))
    if text is None:
        return {}, {}
    try:
        data = parse_toml(text)
    except BadFile as error:
        raise BadFile(f"{DESCRIPTION}: {str(error)[:200]}") from None
    declared = data.pop(DECLARED, {})
    tables = data.pop("bot", None)
    table = tables[0] if isinstance(tables, list) and tables else tables
    if table is None:
        table = data
    elif data:
        raise BadFile(f"{DESCRIPTION}: {next(iter(data))!r} must be in the table [[bot]]")
    if not isinstance(table, dict) or not isinstance(declared, dict):
        raise BadFile(f"{DESCRIPTION}: bot and {DECLARED} must be tables")
    return dict(table), declared


def command_in(folder: str, name: str) -> tuple[str, ...]:
    """Return the command of a file ``run`` or ``build``, none if there is no such file."""
    path = os.path.join(folder, name)
    data = read_regular(path)
    if data is None:
        return ()
    text = data.decode("utf-8", "replace").strip()
    is_text = b"\0" not in data[:512]
    if os.access(path, os.X_OK) and (text.startswith("#!") or not is_text):
        return (f"./{name}",)
    if not is_text:
        raise BadFile(f"{name} is a program, but may not be executed")
    if text.startswith("#!"):
        # Its first line names the interpreter.
        return (*words_of(text.partition("\n")[0].removeprefix("#!"), name), name)
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if not lines:
        raise BadFile(f"{name}: no command")
    if len(lines) > 1 or not FOR_THE_SHELL.isdisjoint(lines[0]):
        return ("sh", name)
    return words_of(lines[0], name)


def words_of(command: object, where: str) -> tuple[str, ...]:
    """Return the words of a command; raise BadFile if it is none."""
    if isinstance(command, str):
        try:
            return tuple(shlex.split(command, comments=True))
        except ValueError as error:
            raise BadFile(f"{where}: {error}") from None
    if isinstance(command, list | tuple) and all(isinstance(word, str) for word in command):
        return tuple(command)
    raise BadFile(f"{where}: a text, or a list of texts, is expected")


def find_build(folder: str, game: str = "") -> tuple[str, ...]:
    """Return the command that builds the sources in a folder, if they are known."""
    names = names_in(folder)
    table, _ = read_description(folder)
    command = command_in(folder, RUN) or words_of(
        table.get("command", ()), f"{DESCRIPTION}: command"
    )
    if command:
        # The program may be in another language than that of its tools.
        if any(name.endswith(".csproj") for name in names):
            recipe = find_recipe(folder, names, game)
            return recipe.build if recipe else ()
        return javac(names) or missing_build(folder, command, names, game)
    recipe = find_recipe(folder, names, game)
    if recipe is None:
        return ()
    if told := missing_tools(recipe):
        raise BotUnseen(told)
    return recipe.build


def missing_build(
    folder: str, command: tuple[str, ...], names: list[str], game: str
) -> tuple[str, ...]:
    """Return the command that builds the program that a command names, if it is not there."""
    if absent := not_built(folder, command):
        try:
            recipe = find_recipe(folder, names, game)
        except BadFile:
            return ()
        if recipe is not None and recipe.run[:1] == (absent,):
            return recipe.build
    return ()


def find_run(folder: str, game: str = "") -> tuple[str, ...]:
    """Return the command of the program in a folder that nothing names; raise BadFile if none."""
    names = names_in(folder)
    is_own = bool(own_build(folder))
    if is_own and (command := find_program(folder, names, game)):
        return command
    recipe: Recipe | None = find_recipe(folder, names, game)
    if recipe is not None and recipe.run and not (is_own and not_built(folder, recipe.run)):
        return recipe.run
    if command := find_program(folder, names, game) or java_program(names):
        return command
    missing = f"there is no file {RUN}, and no command in {DESCRIPTION}"
    if names:
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        told = shown(", ".join(names[:MOST_NAMED]), LONGEST_NAMES)
        missing += f"; I found {told}{more}, and no program that I can start"
    raise BadFile(missing)


def java_program(names: list[str]) -> tuple[str, ...]:
    """Return the command of a program of Java without its sources; nothing if there is none."""
    jars = [name for name in names if name.endswith(".jar")]
    if "Main.class" in names:
        return ("java", "-cp", ":".join((".", *jars)), "Main")
    return ("java", "-jar", jars[0]) if len(jars) == 1 else ()


def not_built(folder: str, command: Sequence[str]) -> str:
    """Return the first program in a folder that a command names and that is not there."""
    words = list(command)
    if RUN in command:
        words += (read_regular(os.path.join(folder, RUN)) or b"").decode("utf-8", "replace").split()
    for word in words:
        bare = word.strip("\"';")
        plain = bare.startswith("./") and not FOR_THE_SHELL.intersection(bare)
        if plain and not os.path.lexists(os.path.join(folder, bare)):
            return bare
    return ""


def names_in(folder: str) -> list[str]:
    """Return the names of files in a folder and in those inside, as many as is sensible."""
    names: list[str] = []
    for count, (place, inside, files) in enumerate(os.walk(folder)):
        inside[:] = sorted(name for name in inside if not name.startswith("."))
        if count >= SEARCHED or len(names) >= FOUND or place.count("/") - folder.count("/") > 8:
            break
        names += [os.path.relpath(os.path.join(place, name), folder) for name in sorted(files)]
    return names
