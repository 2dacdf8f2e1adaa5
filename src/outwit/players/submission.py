"""A folder with somebody's program: how it is built and run, and what it says of itself.

``run`` is the program if it may be executed. Otherwise it holds the command line, or is a script
for the shell. Instead there may be a ``bot.toml``:

    command = "java -cp build Main"     # or a list of words
    build = "make"                      # optional, as is every other field of a bot
    [declared]                          # what the assignment lets everyone choose
    weights = [3, 2, 1]

The fields may also be in a table ``[[bot]]``. A ``build`` file is as ``run``. Without either, what
is there says how to build: a Makefile, Java sources or a C# project.
"""

from __future__ import annotations

import os
import shlex
from typing import Any

from outwit.core.value import Value
from outwit.errors import BadFile, UsageError
from outwit.files import parse_toml
from outwit.players.roster import BotSpec, read_table
from outwit.process.folder import read_regular

RUN, BUILD, DESCRIPTION, DECLARED = "run", "build", "bot.toml", "declared"
# A line with one of these is for the shell.
FOR_THE_SHELL = frozenset("$`|&;<>(){}*?\n")
MAKEFILES = ("Makefile", "makefile", "GNUmakefile")
SEARCHED, FOUND = 200, 500


class Submission(Value):
    """What a folder says of its program."""

    bot: BotSpec
    declared: dict[str, Any] = {}  # noqa: RUF012


def read_submission(folder: str, name: str, kind: str) -> Submission:
    """Read a folder; raise BadFile if it names no program. ``kind`` is the usual protocol."""
    table, declared = read_description(folder)
    table.pop(BUILD, None)
    if command := command_in(folder, RUN):
        table["command"] = list(command)
    elif "command" not in table:
        there = os.path.lexists(os.path.join(folder, RUN))
        missing = f"there is no file {RUN}, and no command in {DESCRIPTION}"
        raise BadFile(f"{RUN} is not a file with a command" if there else missing)
    try:
        bot = read_table({"kind": kind, **table, "name": name})
    except UsageError as error:
        raise BadFile(f"{DESCRIPTION}: {error}") from None
    return Submission(bot, declared)


def read_build(folder: str) -> tuple[str, ...]:
    """Return the command that builds a program in a folder, nothing if there is nothing to do."""
    table, _ = read_description(folder)
    words = words_of(table.get(BUILD, ()), f"{DESCRIPTION}: {BUILD}")
    return words or command_in(folder, BUILD) or find_build(folder)


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


def find_build(folder: str) -> tuple[str, ...]:
    """Return the command that builds what is in a folder, if it is known."""
    if any(os.path.isfile(os.path.join(folder, name)) for name in MAKEFILES):
        return ("make",)
    found = names_in(folder)
    if any(name.endswith(".csproj") for name in found):
        return ("dotnet", "build", "--nologo", "-v", "quiet")
    sources = [name for name in found if name.endswith(".java")]
    if sources and not any(name.endswith((".class", ".jar")) for name in found):
        return ("javac", "-encoding", "UTF-8", "-d", ".", *sources)
    return ()


def names_in(folder: str) -> list[str]:
    """Return the names of files in a folder and in those inside, as many as is sensible."""
    names: list[str] = []
    for count, (place, inside, files) in enumerate(os.walk(folder)):
        inside[:] = sorted(name for name in inside if not name.startswith("."))
        if count >= SEARCHED or len(names) >= FOUND or place.count("/") - folder.count("/") > 8:
            break
        names += [os.path.relpath(os.path.join(place, name), folder) for name in sorted(files)]
    return names
