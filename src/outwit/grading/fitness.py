"""Looks at a program before it is marked: is it one that an exam can mark?"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from outwit.errors import UsageError
from outwit.players.dialect import DIALECTS, usual_dialect
from outwit.process.advice import advice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outwit.core.game import Game
    from outwit.grading.program import Program

# Most seconds for a program to answer the greetings of all protocols.
LONGEST_LOOK = 5.0
GREETINGS = {dialect.greeting: dialect.name for dialect in DIALECTS.values()}
# The first words of what a protocol bot prints before a game.
CHATTER = ("id", "option", "info", "readyok", *GREETINGS)


def check_fit(program: Program, game: Game, command: Sequence[str]) -> None:
    """Run a program once; raise UsageError, with what to do, if it is not one to be marked.

    It must not be a protocol bot, and must not need our package unless it is shown to it.
    ``command`` is how its author has written it.
    """
    look = program.replace(seconds=min(program.seconds, LONGEST_LOOK))
    # The usual protocol of the game comes first: a bot may end at a command that it does not know.
    words = dict.fromkeys((usual_dialect(game).name, *DIALECTS, "quit"))
    run = look.run((), "".join(f"{word}\n" for word in words).encode())
    if run.status and (told := advice(command, run.stderr, in_folder=program.template is not None)):
        raise UsageError(told)
    if protocol := protocol_of(run.stdout.decode("utf-8", "replace")):
        raise UsageError(not_a_bot(protocol, game, command))


def protocol_of(printed: str) -> str:
    r"""Return the protocol that a program speaks, nothing if it does more than to greet.

    >>> protocol_of("id name X\nuaiok\n"), protocol_of("ataxx> Unknown command: uai\nuaiok\n")
    ('uai', '')
    """
    lines = [line.strip() for line in printed.splitlines() if line.strip()]
    if not all(line.split()[0] in CHATTER for line in lines):
        return ""
    return next((GREETINGS[line] for line in lines if line in GREETINGS), "")


def not_a_bot(protocol: str, game: Game, command: Sequence[str]) -> str:
    """Say that a protocol bot is not what is marked, and what tests it."""
    is_by_files = game.parts.marking is not None
    wanted = "a program that is run for each move" if is_by_files else "a console program"
    return (
        f"this is a bot that speaks {protocol}, but outwit grade {game.name} marks {wanted}. "
        "To test the bot: "
        f"outwit check-bot {game.name} --protocol {protocol} -- {shlex.join(command)}"
    )
