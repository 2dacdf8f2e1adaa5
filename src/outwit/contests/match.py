"""A match between two players."""

from __future__ import annotations

import os
from collections.abc import Mapping

from outwit.arena.schedule import Schedule
from outwit.contests.entrants import Entrant
from outwit.contests.playing import MOST_GAMES, Openings, Progress, Settings, play
from outwit.contests.results import Results
from outwit.core.argument import whole
from outwit.core.game import Game


def match(
    a: Entrant,
    b: Entrant,
    *,
    game: Game | str | None = None,
    games: int = 10,
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
    """Play a match between two players, each opening with both colours.

    A player is a Python function from a position to a legal move, a level from 1 to 10, a
    description such as ``"engine:nodes=5000"`` or ``"ugi:python3 mybot.py"``, or an ``Engine``. A
    function gets a copy of the position, which it may change. If it raises an exception, returns
    no legal move or is late, it forfeits the game; the results tell why.

    Args:
        a: The first player.
        b: The second player.
        game: The game, or its name. Default: that of an ``Engine`` among the players.
        games: The number of games; an odd number is rounded up.
        options: Options of the game, such as ``{"size": 5}``.
        openings: Positions to begin with, or the number of random moves at the start of each game.
            Default: as the game suggests.
        time: Seconds per move, or a time control such as ``"60+0.5"``. Default: no limit for
            functions, 1 second a move for an engine without limits, 5 for a program.
        nodes: Most positions that an engine without limits of its own searches for a move.
        depth: The same as the deepest search, in moves.
        plies: Moves of both sides after which a game is a draw.
        seed: The seed of openings and players; the same seed gives the same games, unless time is
            limited or a function draws numbers of its own.
        jobs: Games played at once, in processes of their own. Functions and engines that are open
            play in this process, one game at a time.
        strict: Raise the exception of a function, and IllegalMove for an illegal move, instead of
            a forfeit.
        progress: True for a bar, or a function that is called with the number of finished games and
            of all games.
        save: A file that keeps every finished game. If it is there, the match goes on.

    Returns:
        The results: a table, a picture, ratings and games.

    Raises:
        UnknownGame: There is no such game.
        UsageError: A player is none, or an argument makes no sense.
        BotsRefused: A program does not start, or does not speak its protocol.

    >>> import outwit
    >>> def greedy(position):
    ...     me = position.turn
    ...     return max(position.legal_moves, key=lambda move: position.after(move).score[me])
    >>> print(outwit.match(greedy, "random", game="ataxx", games=10))
    #  name    points  games   SB    1       2
    1  greedy    10.0     10  0.0    ·     10-0-0
    2  random     0.0     10  0.0  0-0-10    ·
    greedy: 10 won, 0 drawn, 0 lost; Elo +416.6 [+155.6, >+2400]
    """
    schedule = Schedule("round-robin", 2, pairs=(whole("games", games, 1, MOST_GAMES) + 1) // 2)
    settings = Settings(
        options, openings, time, nodes, depth, plies, seed, jobs, strict, progress, save
    )
    return play("", [a, b], game, schedule, settings)
