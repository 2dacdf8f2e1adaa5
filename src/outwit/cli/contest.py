"""Options, bots and playing, shared by `outwit match`, `sprt` and `tournament`."""

from __future__ import annotations

import os
import random
import shlex
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import TypeVar

import click

from outwit.arena.adjudication import Adjudication
from outwit.arena.leftovers import clean_up_after, clean_up_after_the_dead
from outwit.arena.manifest import Manifest, SprtTerms, hash_of
from outwit.arena.openings import Book, draw_opening, read_book
from outwit.arena.referee import Terms
from outwit.arena.schedule import Schedule
from outwit.arena.store import IN_MEMORY, Store
from outwit.arena.timecontrol import DEFAULT_TIME, read_time_control
from outwit.arena.tournament import Tournament
from outwit.cli.bot_options import takes_memory
from outwit.cli.interruption import Interruption, interruptible
from outwit.cli.live import Live
from outwit.cli.position import takes_options
from outwit.cli.sandboxed import warn_of_strangers
from outwit.core.counting import counted
from outwit.core.game import Game
from outwit.core.value import Value
from outwit.errors import BotFault, OutwitError, UsageError
from outwit.games import game as find_game
from outwit.home import home
from outwit.players.external import command_of
from outwit.players.roster import BotSpec, find_bot, read_roster, read_spec
from outwit.ratings.crosstable import crosstable
from outwit.reports.forfeits import forfeit_lines, is_broken, left_out_lines
from outwit.reports.summary import scores_of

R = TypeVar("R")
# The exit status when a bot forfeited more than a few games.
FORFEITED = BotFault.exit_status


class ContestSettings(Value):
    """The options of a contest: game, terms, openings and seed."""

    game: Game
    terms: Terms
    book: Book
    seed: int
    # Mebibytes of a program named on the command line.
    memory: int


def takes_settings(command: Callable[..., R], *, time: str = DEFAULT_TIME) -> Callable[..., R]:
    """Add the options of how games are played to a command, and call it with ``settings``.

    ``time`` is the default of its time control.
    """

    @click.option(
        "--time",
        "time",
        default=time,
        show_default=True,
        metavar="CONTROL",
        help="Time control: 60+0.5 (seconds per game, and added per move), 0.1/move (seconds per "
        "move) or unlimited.",
    )
    @takes_options
    @click.option(
        "--opening-plies",
        type=click.IntRange(0, 200),
        metavar="N",
        help="Random moves at the start of each game. [default: as the game suggests]",
    )
    @click.option(
        "--openings", "book", metavar="FILE", help="A file of start positions, one on each line."
    )
    @click.option(
        "--balance",
        type=click.IntRange(0),
        metavar="N",
        help="Use only openings that a short search scores between -N and N, in hundredths of a "
        "piece.",
    )
    @click.option(
        "--most-plies",
        type=click.IntRange(1, 1_000_000),
        default=1_000,
        show_default=True,
        metavar="N",
        help="Plies after which a game is a draw.",
    )
    @click.option(
        "--draw-score",
        type=click.FloatRange(0),
        metavar="S",
        help="Adjudicate a draw when both report scores between -S and S for --draw-moves moves.",
    )
    @click.option(
        "--draw-moves",
        type=click.IntRange(1),
        default=8,
        show_default=True,
        metavar="N",
        help="Consecutive moves of each player that --draw-score needs.",
    )
    @click.option(
        "--solver-nodes",
        type=click.IntRange(0),
        default=0,
        metavar="N",
        help="End games whose result the solver proves with N nodes. [default: off]",
    )
    @click.option(
        "--seed",
        type=click.IntRange(0),
        metavar="N",
        help="Seed of openings and bots. [default: random]",
    )
    @takes_memory
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
        memory: int,
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
            memory,
        )
        draw_opening(game, settings.book, settings.seed, 0)
        return command(settings, *args, **kwargs)

    return with_settings


def find_bots(
    words: tuple[str, ...], roster: str | None, game: Game, memory: int, known: Sequence[str] = ()
) -> tuple[BotSpec, ...]:
    """Return the bots of a file and of the command line; raise UsageError if one is not valid.

    Programs of the command line get ``memory``. Paths in commands become absolute, so that a
    tournament can go on from any folder. ``known`` are the names of other bots.
    """
    typed = [
        spec.replace(memory=memory) if spec.is_program else spec for spec in map(read_spec, words)
    ]
    bots = [*(read_bots(roster, game) if roster else ()), *typed]
    names = [*known, *(bot.name for bot in bots)]
    if len(names) < 2:
        raise UsageError(f"at least two bots are needed, {len(names)} given")
    for place, bot in enumerate(bots):
        if names.count(bot.name) > 1:
            raise UsageError(f"two bots are called {bot.name!r}; NAME=BOT gives another name")
        find_bot(bot, game, 0).close()
        if bot.is_program:
            try:
                bots[place] = bot.replace(command=command_of(bot))
            except BotFault as fault:
                raise UsageError(f"bot {bot.name!r}: {fault}") from None
    return tuple(bots)


def warn_of_changes(manifest: Manifest) -> None:
    """Name the bots whose programs have changed since the tournament began, or are gone."""
    for bot, before in zip(manifest.bots, manifest.hashes, strict=False):
        if not bot.is_program:
            continue
        try:
            command_of(bot)
        except BotFault as fault:
            warn(f"outwit: bot {bot.name!r} is gone: {fault}")
            continue
        if before != hash_of(bot):
            warn(f"outwit: bot {bot.name!r} has changed since the tournament began")


def read_bots(roster: str, game: Game) -> list[BotSpec]:
    """Return the bots of a TOML file, or of a folder of submissions, which are copied and built."""
    if not os.path.isdir(roster):
        return read_roster(roster)
    from outwit.grading.classroom import class_bots

    place = Path(roster).absolute()
    return class_bots(place, game, place.with_name(f"{place.name}-programs"), warn)


def warn(line: str) -> None:
    """Print a line to standard error."""
    click.echo(line, err=True)


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


def play_out(
    store: Store, jobs: int | None, cluster: str | None = None, *, is_tried: bool = False
) -> Tournament:
    """Play the remaining games of a contest and show progress.

    Raise BotsRefused before the first game if programs are refused; with ``is_tried`` all have been
    tried. If it is stopped, it shows the table so far and says how to go on.
    """
    if any(bot.is_program for bot in store.manifest.bots):
        warn_of_strangers()
    store.lock()
    clean_up_after_the_dead()
    try:
        with interruptible(), Live(store) as live:
            tournament = Tournament(store, live.update, is_tried=is_tried)
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
    except Interruption as stop:
        show_table(store)
        if tournament.test is not None:
            click.echo(tournament.test.sprt)
        click.echo(how_to_go_on(store), err=True)
        raise click.exceptions.Exit(stop.status) from None
    finally:
        clean_up_after({os.getpid()})
    return tournament


def play_new(store: Store, jobs: int | None) -> Tournament:
    """Play a contest whose file was just made; if no game is played, the file goes again."""
    try:
        return play_out(store, jobs)
    except UsageError:
        if not store.count() and store.path != IN_MEMORY:
            store.close()
            os.unlink(store.path)
        raise


def show_table(store: Store) -> None:
    """Print the table, and who forfeited games."""
    click.echo(crosstable([bot.name for bot in store.manifest.bots], scores_of(store)))
    for line in left_out_lines(store.manifest.left_out):
        click.echo(line)
    show_forfeits(store)


def show_forfeits(store: Store) -> None:
    """Print who forfeited games, and by which faults."""
    names = [bot.name for bot in store.manifest.bots]
    for line in forfeit_lines(names, store.forfeits()):
        click.echo(line)


def end(store: Store) -> None:
    """End a command that has played a contest: with status FORFEITED if a bot is broken."""
    counts = store.forfeits()
    scores = scores_of(store)
    store.close()
    if is_broken(((player, count) for (player, _), count in counts.items()), scores):
        raise click.exceptions.Exit(FORFEITED)


def how_to_go_on(store: Store) -> str:
    """Keep the games that were played, and say how to play the rest."""
    games, path = counted(store.count(), "game"), store.path
    if not store.count():
        return "no game was finished"
    if path == IN_MEMORY:
        folder = home() / "contests"
        path = str(folder / f"{store.manifest.game}-{store.manifest.seed}-{os.getpid()}.db")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            store.copy(path)
        except (OSError, OutwitError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            return f"{games} played, which cannot be kept in {str(folder)!r}: {reason}"
    return f"{games} kept: outwit tournament resume {shlex.quote(path)}"
