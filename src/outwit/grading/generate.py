"""Make new cases and sessions, always the same for a seed."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from outwit.assignments.assignment import assignment_of
from outwit.errors import UsageError
from outwit.grading.cases import generate_cases, write_cases
from outwit.grading.plan import chosen_levels, own_sessions
from outwit.grading.sessions import RecordedSession, read_suite, renew, write_suite

if TYPE_CHECKING:
    from outwit.core.game import Game


def generate(game: Game, folder: Path, number: int, seed: int, levels: tuple[int, ...]) -> Path:
    """Write ``number`` new cases of each level, or as many new sessions."""
    marking = assignment_of(game).marking
    if marking is not None:
        chosen = chosen_levels(levels, marking)
        cases = [case for level in chosen for case in generate_cases(marking, level, number, seed)]
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{game.name}.jsonl"
        write_cases(path, cases, marking.sides)
        return path
    own, program = own_sessions(game)
    if levels:
        raise UsageError(f"{game.name} has no levels")
    rng = Random(seed)
    sessions = []
    for i in range(number):
        typed = own.invent(rng)
        session = RecordedSession(
            f"random {seed}-{i + 1}",
            typed.arguments,
            typed.files,
            typed.stdin.encode("latin-1"),
            typed.choice,
        )
        sessions.append(renew(session, program))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{game.name}.json"
    write_suite(path, read_suite(Path(own.path)).replace(sessions=tuple(sessions)))
    return path
