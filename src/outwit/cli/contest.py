"""What `outwit match`, `sprt` and `tournament` share: options, bots and playing."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

import click

from outwit.arena.adjudication import Adjudication
from outwit.arena.manifest import Manifest, SprtTerms
from outwit.arena.openings import Book, draw_opening, read_book
from outwit.arena.referee import Terms
from outwit.arena.schedule import Schedule
from outwit.arena.store import Store
from outwit.arena.timecontrol import read_time_control
from outwit.arena.tournament import Tournament
from outwit.cli.live import Live
from outwit.cli.sandboxed import warn_of_strangers
from outwit.core.game import Game
from outwit.core.value import Value
from outwit.errors import UsageError
from outwit.games import game as find_game
from outwit.players.roster import BotSpec, find_bot, read_roster, read_spec

R = TypeVar("R")


class ContestSettings(Value):
    """The options of a contest: game, terms, openings and seed."""

    game: Game
    terms: Terms
    book: Book
    seed: int


def takes_settings(command: Callable[..., R]) -> Callable[..., R]:
    """Add the options of how games are played to a command, and call it with ``settings``."""

    @click.option(
        "--time",
        "time",
        default="unlimited",
        show_default=True,
        metavar="CONTROL",
        help="Time control: 60+0.5 (seconds a game and per move), 0.1/move, or unlimited.",
    )
    @click.option(
        "--option", "options", multiple=True, metavar="K=V", help="An option of the game."
    )
    @click.option(
        "--opening-plies",
        type=click.IntRange(0, 200),
        metavar="N",
        help="Random moves before the players take over.",
    )
    @click.option(
        "--openings", "book", metavar="FILE", help="A file of start positions, one a line."
    )
    @click.option(
        "--balance",
        type=click.IntRange(0),
        metavar="N",
        help="Only openings that a short search scores within N hundredths of 0.",
    )
    @click.option(
        "--most-plies",
        type=click.IntRange(1, 1_000_000),
        default=1_000,
        show_default=True,
        metavar="N",
        help="A game of N plies is a draw.",
    )
    @click.option(
        "--draw-score",
        type=float,
        metavar="S",
        help="A draw once both players report scores within S for --draw-moves moves.",
    )
    @click.option(
        "--draw-moves",
        type=click.IntRange(1),
        default=8,
        show_default=True,
        metavar="N",
        help="Moves of each player in a row for --draw-score.",
    )
    @click.option(
        "--solver-nodes",
        type=click.IntRange(0),
        default=0,
        metavar="N",
        help="End games whose result the solver proves with N nodes.",
    )
    @click.option(
        "--seed",
        type=click.IntRange(0),
        metavar="N",
        help="Seed of openings and bots; random if not given.",
    )
    @wraps(command)
    def with_settings(
        game_name: str,
        time: str,
        options: tuple[str, ...],
        opening_plies: int | None,
        book: str | None,
        balance: int | None,
        most_plies: int,
        draw_score: float | None,
        draw_moves: int,
        solver_nodes: int,
        seed: int | None,
        *args: object,
        **kwargs: object,
    ) -> R:
        from outwit.cli.position import read_pairs

        game = find_game(game_name)
        pairs = tuple((key, str(value)) for key, value in read_pairs(options).items())
        game.read_options(dict(pairs))
        texts = () if book is None else read_book(book, game, pairs)
        rules = Adjudication(most_plies, draw_score, draw_moves, solver_nodes)
        settings = ContestSettings(
            game,
            Terms(read_time_control(time), rules),
            Book(opening_plies, pairs, texts, balance),
            random.SystemRandom().randrange(1 << 32) if seed is None else seed,
        )
        draw_opening(game, settings.book, settings.seed, 0)
        return command(settings, *args, **kwargs)

    return with_settings


def find_bots(words: tuple[str, ...], roster: str | None, game: Game) -> tuple[BotSpec, ...]:
    """Return the bots of a file and of the command line; raise UsageError if one is not valid."""
    bots = [*(read_roster(roster) if roster else ()), *map(read_spec, words)]
    names = [bot.name for bot in bots]
    if len(bots) < 2:
        raise UsageError(f"at least two bots are needed, {len(bots)} given")
    for bot in bots:
        if names.count(bot.name) > 1:
            raise UsageError(f"two bots are called {bot.name!r}; NAME=BOT gives another name")
        if not bot.is_program:
            find_bot(bot, game, 0).close()
    return tuple(bots)


def make_manifest(
    name: str,
    settings: ContestSettings,
    bots: tuple[BotSpec, ...],
    schedule: Schedule,
    sprt: SprtTerms | None = None,
) -> Manifest:
    """Return the manifest of a contest."""
    return Manifest(
        name, settings.game.name, bots, schedule, settings.terms, settings.book, settings.seed, sprt
    ).with_hashes()


def play_out(store: Store, jobs: int | None, cluster: str | None = None) -> Tournament:
    """Play the remaining games of a contest and show progress."""
    if any(bot.is_program for bot in store.manifest.bots):
        warn_of_strangers()
    with Live(store) as live:
        tournament = Tournament(store, live.update)
        live.test = tournament.test
        if cluster is None:
            tournament.run(jobs or os.cpu_count() or 1)
        else:
            from outwit.arena.cluster import RayExecutor

            executor = RayExecutor(store.manifest, cluster, jobs)
            try:
                tournament.run(executor=executor)
            finally:
                executor.close()
    return tournament
