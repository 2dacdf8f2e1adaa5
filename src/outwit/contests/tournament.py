"""A tournament of any number of players."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from outwit.arena.schedule import KINDS, Schedule
from outwit.contests.entrants import Entrant
from outwit.contests.playing import MOST_GAMES, Openings, Progress, Settings, play
from outwit.contests.results import Results
from outwit.core.argument import whole
from outwit.core.excerpt import excerpt
from outwit.core.game import Game
from outwit.errors import UsageError

MOST_ROUNDS = 100_000


def tournament(
    players: Iterable[Entrant] | Mapping[str, Entrant],
    *,
    game: Game | str | None = None,
    games: int = 2,
    schedule: str = "round-robin",
    rounds: int = 1,
    options: Mapping[str, object] | None = None,
    openings: Openings = None,
    time: float | str | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    plies: int = 1_000,
    seed: int = 0,
    jobs: int = 1,
    strict: bool = False,
    progress: Progress = False,
    save: str | os.PathLike[str] | None = None,
) -> Results:
    """Play a tournament.

    Args:
        players: The players, as ``outwit.match`` describes them: a list, or a dictionary by name.
        game: The game, or its name. Default: that of an ``Engine`` among the players.
        games: Games of an encounter; an odd number is rounded up.
        schedule: ``round-robin``, ``gauntlet`` (the first player against all others), ``swiss`` or
            ``knock-out``.
        rounds: Rounds of the schedule. A knock-out ignores it.
        options: As in ``outwit.match``, and so are all that follow.
        openings: Positions to begin with, or a number of random moves.
        time: Seconds per move, or a time control.
        nodes: Most positions that an engine without limits searches for a move.
        depth: The same as the deepest search.
        plies: Moves of both sides after which a game is a draw.
        seed: The seed of openings and players.
        jobs: Games played at once.
        strict: Raise the exception of a function instead of a forfeit.
        progress: True for a bar, or a function.
        save: A file that keeps every finished game.

    Returns:
        The results: a table, a picture, ratings and games.

    Raises:
        UnknownGame: There is no such game.
        UsageError: A player is none, or an argument makes no sense.
        BotsRefused: A program does not start, or does not speak its protocol.

    >>> import outwit
    >>> players = {"any": "random", "first": lambda position: position.legal_moves[0], "one": 1}
    >>> results = outwit.tournament(players, game="ataxx", games=2, seed=3)
    >>> len(results), sorted(standing.name for standing in results.standings)
    (6, ['any', 'first', 'one'])
    """
    if not isinstance(schedule, str) or schedule not in KINDS:
        raise UsageError(f"schedule: {excerpt(schedule)} is none of {', '.join(KINDS)}")
    pairs = (whole("games", games, 1, MOST_GAMES) + 1) // 2
    plan = Schedule(schedule, 2, whole("rounds", rounds, 1, MOST_ROUNDS), pairs)
    settings = Settings(
        options, openings, time, nodes, depth, plies, seed, jobs, strict, progress, save
    )
    return play("Tournament", players, game, plan, settings)
