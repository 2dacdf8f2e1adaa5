"""Mark one program: on boards and in games, or in sessions, whichever its game has."""

from __future__ import annotations

import math
import shlex
from collections.abc import Sequence
from pathlib import Path
from random import Random

from outwit.core.game import Game
from outwit.core.marking import Marking
from outwit.core.sessions import Sessions
from outwit.core.value import Value
from outwit.errors import UsageError
from outwit.grading import boards, transcripts
from outwit.grading.boards import Program
from outwit.grading.cases import Case, find_cases, generate_cases, read_cases, write_cases
from outwit.grading.mark import Mark, Part
from outwit.grading.matches import OUTCOMES, play_game
from outwit.grading.runner import resolve
from outwit.grading.sessions import Session, Suite, find_suite, read_suite, renew, write_suite
from outwit.grading.workers import Workers

SESSION_POINTS = 100.0
# Time for a move, start of the program included, and for a session.
MOVE_SECONDS = 1.0
SESSION_SECONDS = 10.0


class Settings(Value):
    """How to mark."""

    # Cases or sessions other than ours.
    cases: Path | None = None
    # Only these levels; all if none are named.
    levels: tuple[int, ...] = ()
    games: int = 100
    seed: int = 1
    seconds: float | None = None


class Marker:
    """Marks programs for a game; cases are read once."""

    def __init__(self, game: Game, settings: Settings, workers: Workers) -> None:
        self.game = game
        self.settings = settings
        self.workers = workers
        self.marking = game.parts.marking
        self.cases: list[Case] = []
        self.suite = Suite(())
        if self.marking is not None:
            self.cases = self.read_cases(self.marking)
        else:
            own = own_sessions(game)
            place = settings.cases or Path(own.path)
            self.suite = read_suite(find_suite(place, game.name))
            if not self.suite.sessions:
                raise UsageError("there are no sessions to mark")
            if settings.levels:
                raise UsageError(f"{game.name} has no levels")

    def read_cases(self, marking: Marking) -> list[Case]:
        """Return the cases of the levels asked for."""
        place = self.settings.cases or marking.cases
        levels = chosen_levels(self.settings.levels, marking)
        if place is None:
            raise UsageError(
                f"{self.game.name} has no cases of its own: make some, or give --cases"
            )
        files = find_cases(Path(place), self.game.name)
        cases = [case for file in files for case in read_cases(file, marking)]
        cases = [case for case in cases if case.level in levels]
        if not cases:
            raise UsageError(f"there are no cases of level {', '.join(map(str, levels))}")
        return cases

    def mark(self, command: Sequence[str], folder: Path | None = None) -> Mark:
        """Mark a program; raise BotAbsent if there is none."""
        resolved = resolve(command, folder)
        usual = SESSION_SECONDS if self.marking is None else MOVE_SECONDS
        program = Program(resolved, self.settings.seconds or usual, self.workers.stop)
        parts = (
            self.sessions(program)
            if self.marking is None
            else [*self.levels(program, self.marking), *self.games(program, self.marking)]
        )
        return Mark(self.game.name, shlex.join(command), tuple(parts))

    def levels(self, program: Program, marking: Marking) -> list[Part]:
        """Mark the levels, one part each."""
        results = self.workers.each(
            lambda case: boards.judge(program, marking, case), self.cases, "cases"
        )
        parts = []
        for level in chosen_levels(self.settings.levels, marking):
            pairs = zip(self.cases, results, strict=True)
            own = tuple(result for case, result in pairs if case.level == level)
            if own:
                parts.append(Part(f"level {level}", marking.level_points, own, len(own)))
        return parts

    def games(self, program: Program, marking: Marking) -> list[Part]:
        """Play the games."""
        number = self.settings.games
        if not number:
            return []
        seed = self.settings.seed
        results = self.workers.each(
            lambda i: play_game(program, self.game, marking, i, seed), range(number), "games"
        )
        needed = math.ceil(marking.share * number)
        return [Part("games", marking.game_points, tuple(results), needed, OUTCOMES)]

    def sessions(self, program: Program) -> list[Part]:
        """Mark the sessions."""
        ours = own_sessions(self.game).program
        results = self.workers.each(
            lambda session: transcripts.judge(program, self.suite, session, ours),
            self.suite.sessions,
            "sessions",
        )
        return [Part("sessions", SESSION_POINTS, tuple(results), len(results))]


def chosen_levels(levels: tuple[int, ...], marking: Marking) -> tuple[int, ...]:
    """Return the levels asked for; raise UsageError if one does not exist."""
    for level in levels:
        if level not in marking.levels:
            offered = ", ".join(map(str, marking.levels))
            raise UsageError(f"there is no level {level}; there are {offered}")
    return tuple(level for level in marking.levels if not levels or level in levels)


def own_sessions(game: Game) -> Sessions:
    """Return a game's sessions; raise UsageError if it has none."""
    if game.parts.sessions is None:
        raise UsageError(f"{game.name} has neither levels nor sessions to mark by")
    return game.parts.sessions


def generate(game: Game, folder: Path, number: int, seed: int, levels: tuple[int, ...]) -> Path:
    """Write new cases, so many of each level, or new sessions; always the same for a seed."""
    marking = game.parts.marking
    if marking is not None:
        chosen = chosen_levels(levels, marking)
        cases = [case for level in chosen for case in generate_cases(marking, level, number, seed)]
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{game.name}.jsonl"
        write_cases(path, cases, marking.sides)
        return path
    own = own_sessions(game)
    if levels:
        raise UsageError(f"{game.name} has no levels")
    rng = Random(seed)
    sessions = []
    for i in range(number):
        typed = own.invent(rng)
        session = Session(
            f"random {seed}-{i + 1}",
            typed.arguments,
            typed.files,
            typed.stdin.encode("latin-1"),
            typed.choice,
        )
        sessions.append(renew(session, own.program))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{game.name}.json"
    write_suite(path, read_suite(Path(own.path)).replace(sessions=tuple(sessions)))
    return path
