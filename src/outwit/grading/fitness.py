"""Looks at a program before it is marked: is it one that an exam can mark?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from outwit.assignments.assignment import assignment_of
from outwit.errors import UsageError
from outwit.players.spoken import LONGEST_LOOK, greetings, how_to_test, protocol_of
from outwit.process.advice import advice

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from outwit.core.game import Game
    from outwit.grading.program import Program


def check_fit(
    program: Program, game: Game, command: Sequence[str], folder: Path | None = None
) -> None:
    """Run a program once; raise UsageError, with what to do, if it is not one to be marked.

    It must not be a protocol bot, and must not need our package unless it is shown to it.
    ``command`` is how its author has written it, ``folder`` where a submission lies.
    """
    look = program.replace(seconds=min(program.seconds, LONGEST_LOOK))
    run = look.run((), greetings(game))
    if run.status and (told := advice(command, run.stderr, in_folder=program.template is not None)):
        raise UsageError(told)
    if protocol := protocol_of(run.stdout.decode("utf-8", "replace")):
        named = command if folder is None else (str(folder),)
        raise UsageError(not_a_bot(protocol, game, named))


def not_a_bot(protocol: str, game: Game, command: Sequence[str]) -> str:
    """Say that a protocol bot is not what is marked, and what tests it."""
    is_by_files = assignment_of(game).marking is not None
    wanted = "a program that is run for each move" if is_by_files else "a console program"
    return (
        f"this is a bot that speaks {protocol}, but outwit grade {game.name} marks {wanted}. "
        f"{how_to_test(protocol, game, command)}"
    )
