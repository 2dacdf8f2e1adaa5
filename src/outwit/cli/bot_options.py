"""The options of commands that start a program: its protocol, settings and memory."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TypeVar

import click

from outwit.cli.position import read_pairs
from outwit.players.dialect import UGI
from outwit.players.roster import PROTOCOLS, BotSpec, name_of
from outwit.players.submission import read_submission

C = TypeVar("C", bound=Callable[..., object])
# Mebibytes: less starts nothing, more no machine has.
LEAST_MEMORY, MOST_MEMORY = 16, 1 << 20


def takes_memory(command: C) -> C:
    """Add the option ``memory``."""
    return click.option(
        "--memory",
        type=click.IntRange(LEAST_MEMORY, MOST_MEMORY),
        default=BotSpec.memory,
        show_default=True,
        metavar="MIB",
        help="Memory limit of a program and all its processes together, in mebibytes.",
    )(command)


def takes_program(command: C) -> C:
    """Add the options ``protocol``, ``settings`` and ``memory``."""
    protocol = click.option(
        "--protocol",
        type=click.Choice(PROTOCOLS),
        help="The protocol of the program. [default: the usual one of the game]",
    )
    settings = click.option(
        "--set",
        "settings",
        metavar="K=V",
        multiple=True,
        help="An option of the program; repeat it for more.",
    )
    return protocol(settings(takes_memory(command)))


def program_spec(
    command: tuple[str, ...], protocol: str | None, settings: tuple[str, ...], memory: int
) -> BotSpec:
    """Return the bot of a command; without a protocol its kind is empty.

    A command that is only a folder is a submission: the program that the folder's ``run`` or
    ``bot.toml`` names, run in a copy of the folder. Raise BadFile if it names none.
    """
    pairs = tuple((key, str(value)) for key, value in read_pairs(settings).items())
    if len(command) == 1 and os.path.isdir(command[0]):
        folder = os.path.abspath(command[0])
        bot = read_submission(folder, os.path.basename(folder), protocol or UGI.name).bot
        kind = protocol or bot.kind
        return BotSpec(bot.name, kind, bot.command, pairs or bot.settings, memory, folder=folder)
    return BotSpec(name_of(command), protocol or "", command, pairs, memory=memory)
