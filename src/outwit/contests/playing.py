"""Plays a contest between players of every kind, by the arena."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeAlias

from outwit.arena.adjudication import Adjudication
from outwit.arena.executor import Executor, ProcessExecutor, SerialExecutor
from outwit.arena.leftovers import clean_up_after, clean_up_after_the_dead
from outwit.arena.manifest import Manifest
from outwit.arena.openings import MOST_PLIES, Book, draw_opening
from outwit.arena.referee import Terms
from outwit.arena.schedule import Schedule
from outwit.arena.store import IN_MEMORY, FinishedGame, Store, create_store, open_store
from outwit.arena.timecontrol import DEFAULT_TIME, TimeControl, read_time_control
from outwit.arena.tournament import Tournament
from outwit.arena.worker import Worker
from outwit.contests.bar import bar
from outwit.contests.entrants import Entry, read_entrants
from outwit.contests.results import Results, results_of
from outwit.core.argument import path_of, whole
from outwit.core.excerpt import excerpt
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.core.value import Value
from outwit.engine.limits import Limits
from outwit.errors import BotFault, UsageError
from outwit.players.engines import Engine, named_game
from outwit.players.external import command_of
from outwit.players.player import Player
from outwit.players.roster import BotSpec
from outwit.records.replay import option_text

# Called with the number of games that are finished and of all; 0 if nobody knows.
Progress: TypeAlias = Callable[[int, int], object] | bool
Openings: TypeAlias = Iterable[Position | str] | int | None
MOST_GAMES, MOST_GAME_PLIES, MOST_JOBS = 10_000_000, 1_000_000, 1_024
MOST_SEED = 1 << 63


class Settings(Value):
    """How the games of a contest are played; ``outwit.match`` says what each field means."""

    options: Mapping[str, object] | None = None
    openings: Openings = None
    time: float | str | None = None
    nodes: int | None = None
    depth: int | None = None
    plies: int = 1_000
    seed: int = 0
    jobs: int = 1
    strict: bool = False
    progress: Progress = False
    save: str | os.PathLike[str] | None = None


class LocalWorker(Worker):
    """Plays games in this process; functions and open engines can take part."""

    def __init__(self, manifest: Manifest, game: Game, entries: Iterable[Entry]) -> None:
        super().__init__(manifest, game)
        self.makers = {entry.bot.name: entry.make for entry in entries if entry.make is not None}

    def make_player(self, bot: BotSpec, seed: int) -> Player:
        """Return the player of a bot."""
        make = self.makers.get(bot.name)
        if make is None:
            return super().make_player(bot, seed)
        player = make()
        player.name = bot.name
        return player


def play(
    title: str,
    players: Iterable[object] | Mapping[str, object],
    game: Game | str | None,
    schedule: Schedule,
    settings: Settings,
) -> Results:
    """Play a contest and return its results; ``schedule`` need not know the number of players."""
    if not isinstance(players, Mapping | str) and isinstance(players, Iterable):
        players = list(players)
    found = find_game(game, players)
    limits = Limits(nodes=settings.nodes, depth=settings.depth).check()
    entries = read_entrants(players, found, limits, strict=settings.strict)  # type: ignore[arg-type]  # it checks them
    bots = [with_command(entry.bot) for entry in entries]
    manifest = Manifest(
        title or " – ".join(bot.name for bot in bots[:2]),
        found.name,
        tuple(bots),
        schedule.replace(players=len(bots)),
        read_terms(settings, bots),
        make_book(found, settings),
        whole("seed", settings.seed, 0, MOST_SEED),
    ).with_hashes()
    jobs = whole("jobs", settings.jobs, 1, MOST_JOBS)
    if jobs > 1 and any(entry.make is not None for entry in entries):
        raise UsageError("jobs: functions and open engines play in this process alone")
    draw_opening(found, manifest.book, manifest.seed, 0)
    store = open_file(settings.save, manifest)
    try:
        store.lock()
        executor = executor_for(manifest, found, entries, jobs)
        with bar(settings.progress, store.count(), manifest.schedule.games) as advance:

            def count(games: list[FinishedGame]) -> None:
                advance(len(games))

            with programs_ended(bots):
                try:
                    Tournament(store, count).run(executor=executor)
                finally:
                    executor.close()
        return results_of(store)
    finally:
        store.close()


def find_game(game: Game | str | None, players: object) -> Game:
    """Return the game that is given, or that an engine among the players plays."""
    if game is not None:
        return named_game(game)
    given = players.values() if isinstance(players, Mapping) else players
    for player in given if isinstance(given, Iterable) else ():
        if isinstance(player, Engine):
            return player.game
    raise UsageError("game: say which game is played, such as game='NAME'")


def with_command(bot: BotSpec) -> BotSpec:
    """Return a bot with its program's place, for it must be found from any folder."""
    if not bot.is_program:
        return bot
    try:
        return bot.replace(command=command_of(bot))
    except BotFault as fault:
        raise UsageError(f"player {bot.name!r}: {fault}") from None


def read_terms(settings: Settings, bots: Iterable[BotSpec]) -> Terms:
    """Return time control and adjudication; nobody waits for ever for a program."""
    time = settings.time
    if time is None:
        has_programs = any(bot.is_program for bot in bots)
        control = read_time_control(DEFAULT_TIME) if has_programs else TimeControl()
    elif isinstance(time, str):
        control = read_time_control(time)
    elif isinstance(time, int | float) and not isinstance(time, bool):
        control = read_time_control(f"{time}/move")
    else:
        raise UsageError(f"time: seconds or a time control is expected, not {excerpt(time)}")
    plies = whole("plies", settings.plies, 1, MOST_GAME_PLIES)
    return Terms(control, Adjudication(plies))


def make_book(game: Game, settings: Settings) -> Book:
    """Return where the games begin; raise UsageError if they cannot."""
    options = settings.options or {}
    if not isinstance(options, Mapping):
        raise UsageError(f"options: a dictionary is expected, not {excerpt(options)}")
    values = game.read_options(dict(options)).items()
    pairs = tuple((name, option_text(value)) for name, value in values if value is not None)
    given = settings.openings
    if given is None:
        return Book(None, pairs)
    if isinstance(given, int):
        return Book(whole("openings", given, 0, MOST_PLIES), pairs)
    if isinstance(given, str | Position) or not isinstance(given, Iterable):
        raise UsageError("openings: a list of positions, or a number of plies, is expected")
    texts: list[str] = []
    for place, opening in enumerate(given):
        where = f"openings: number {place}"
        if isinstance(opening, Position):
            if opening.game != game:
                raise UsageError(f"{where} is a position of {opening.game.name}")
            rules = opening.options.items()
            own = tuple((name, option_text(value)) for name, value in rules if value is not None)
            if not texts and not pairs:
                pairs = own
            if any(pair not in own for pair in pairs):
                raise UsageError(f"{where} has other options than the first, or than ``options``")
            texts.append(opening.text)
        elif isinstance(opening, str):
            texts.append(opening)
        else:
            raise UsageError(f"{where} is {excerpt(opening)}, no position")
        if game.position(texts[-1], **dict(pairs)).is_over:
            raise UsageError(f"{where}: the game is over in {texts[-1][:60]!r}")
    if not texts:
        raise UsageError("openings: there are none")
    return Book(None, pairs, tuple(texts))


def executor_for(manifest: Manifest, game: Game, entries: list[Entry], jobs: int) -> Executor:
    """Return what plays the games: this process, or several."""
    if jobs > 1:
        return ProcessExecutor(manifest, jobs)
    return SerialExecutor(manifest, LocalWorker(manifest, game, entries))


def open_file(path: str | os.PathLike[str] | None, manifest: Manifest) -> Store:
    """Return the file of a contest, in memory without a path; one that is there goes on.

    Raise UsageError if the file is of another contest.
    """
    if path is None:
        return create_store(IN_MEMORY, manifest)
    name = path_of("save", path)
    if not os.path.exists(name):
        return create_store(name, manifest)
    store = open_store(name)
    # A newer version goes on with the tournament of an older one.
    if store.manifest.replace(version=manifest.version) != manifest:
        store.close()
        raise UsageError(f"{name!r} is of another contest; choose another name")
    return store


@contextmanager
def programs_ended(bots: Iterable[BotSpec]) -> Iterator[None]:
    """End what programs leave behind, if there are programs."""
    if not any(bot.is_program for bot in bots):
        yield
        return
    clean_up_after_the_dead()
    try:
        yield
    finally:
        clean_up_after({os.getpid()})
