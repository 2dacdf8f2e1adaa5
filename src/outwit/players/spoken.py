"""Recognises a program that speaks an engine protocol where another kind of program is wanted."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from outwit.players.dialect import DIALECTS, usual_dialect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outwit.core.game import Game

# Most seconds for a program to answer the greetings of all protocols.
LONGEST_LOOK = 5.0
GREETINGS = {dialect.greeting: dialect.name for dialect in DIALECTS.values()}
# The first words of what a protocol bot prints before a game.
CHATTER = ("id", "option", "info", "readyok", *GREETINGS)


def greetings(game: Game) -> bytes:
    """Return the first commands of all protocols, and the one to end.

    The usual protocol of the game comes first: a bot may end at a command that it does not know.
    """
    words = dict.fromkeys((usual_dialect(game).name, *DIALECTS, "quit"))
    return "".join(f"{word}\n" for word in words).encode()


def protocol_of(printed: str) -> str:
    r"""Return the protocol that a program speaks, nothing if it does more than to greet.

    >>> protocol_of("id name X\nuaiok\n"), protocol_of("ataxx> Unknown command: uai\nuaiok\n")
    ('uai', '')
    """
    lines = [line.strip() for line in printed.splitlines() if line.strip()]
    if not all(line.split()[0] in CHATTER for line in lines):
        return ""
    return next((GREETINGS[line] for line in lines if line in GREETINGS), "")


def how_to_test(protocol: str, game: Game, command: Sequence[str]) -> str:
    """Return the sentence that names the command that tests a protocol bot."""
    words = shlex.join(command)
    return f"To test the bot: outwit check-bot {game.name} --protocol {protocol} -- {words}"
