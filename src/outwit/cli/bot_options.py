"""The options of commands that start a program: its protocol, settings and memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

from outwit.cli.position import read_pairs
from outwit.players.roster import PROTOCOLS, BotSpec, name_of

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
        help="Memory limit of a program, all its processes together, in mebibytes.",
    )(command)


def takes_program(command: C) -> C:
    """Add the options ``protocol``, ``settings`` and ``memory``."""
    protocol = click.option(
        "--protocol",
        type=click.Choice(PROTOCOLS),
        help="The program's protocol; by default the usual one of the game.",
    )
    settings = click.option(
        "--set", "settings", metavar="K=V", multiple=True, help="An option of the program."
    )
    return protocol(settings(takes_memory(command)))


def program_spec(
    command: tuple[str, ...], protocol: str | None, settings: tuple[str, ...], memory: int
) -> BotSpec:
    """Return the bot of a command; without a protocol its kind is empty."""
    pairs = tuple((key, str(value)) for key, value in read_pairs(settings).items())
    return BotSpec(name_of(command), protocol or "", command, pairs, memory=memory)
