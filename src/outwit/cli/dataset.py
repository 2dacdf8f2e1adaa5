"""``outwit dataset``."""

from __future__ import annotations

import os
import shlex
import sys
from contextlib import closing
from functools import partial
from typing import Any

import click
from click.core import ParameterSource

from outwit import __version__
from outwit.arena.leftovers import clean_up_after, clean_up_after_the_dead
from outwit.arena.manifest import Manifest
from outwit.arena.schedule import Schedule
from outwit.cli.completers import complete_bot, complete_game
from outwit.cli.contest import ContestSettings, find_bots, make_manifest, takes_settings
from outwit.cli.help import Command
from outwit.cli.interruption import Interruption, interruptible
from outwit.cli.live import Live
from outwit.cli.sandboxed import takes_sandbox, warn_of_strangers
from outwit.cli.target import named
from outwit.core.counting import counted
from outwit.datasets.dataset import DataSet, begun_plan, card_path
from outwit.datasets.parquet import parquet
from outwit.datasets.plan import plan_of
from outwit.datasets.selfplay import SelfPlay
from outwit.errors import UsageError
from outwit.players.roster import BotSpec

# Options that do not change what is in the file.
APART = ("output", "jobs", "group")
# Options that go with games that are there already, besides these.
WITH_SOURCE = (*APART, "game_name", "source", "nodes", "skip_faults")


@click.command(cls=Command)
@click.argument("game_name", metavar="GAME", shell_complete=complete_game)
@click.argument("bots", nargs=-1, metavar="[BOT [BOT]]", shell_complete=complete_bot)
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="FILE",
    callback=named,
    help="The Parquet file to write.",
)
@click.option(
    "--from",
    "source",
    metavar="FILE",
    help="Take the games of a tournament's file, or of a file of records, instead of playing.",
)
@click.option(
    "--games",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    metavar="N",
    help="Games to play, each from an opening of its own.",
)
@click.option(
    "--nodes",
    type=click.IntRange(1),
    metavar="N",
    help="Search every position with N nodes for the column `value`. [default: what the players "
    "reported]",
)
@click.option("--skip-faults", is_flag=True, help="Leave out games of --from that break the rules.")
@click.option(
    "--jobs", type=click.IntRange(1), metavar="N", help="Games at once. [default: one per CPU]"
)
@click.option(
    "--group",
    type=click.IntRange(1),
    default=1 << 16,
    show_default=True,
    metavar="N",
    help="Fewest rows of a row group, which are in memory together.",
)
@takes_sandbox
@partial(takes_settings, time="unlimited")
def dataset(
    settings: ContestSettings,
    bots: tuple[str, ...],
    output: str,
    source: str | None,
    games: int,
    nodes: int | None,
    skip_faults: bool,
    jobs: int | None,
    group: int,
) -> None:
    """Write positions as a Parquet file to learn from.

    A row is a move: position, legal actions, move, value, result. Two bots play; one bot plays
    itself. The default is random play. A card beside the file, and in it, says how it was made. If
    the command is stopped or killed, the same command goes on.

    Examples:
      outwit dataset ataxx engine:nodes=100 --games 2 --seed 1 -o ataxx.parquet
      outwit dataset ataxx --from games.txt --nodes 50 -o games.parquet
    """
    parquet()
    if len(bots) > 2:
        raise UsageError(f"at most two bots play, {len(bots)} given")
    context = click.get_current_context()
    given = given_by(context)
    manifest = None
    if source is not None:
        if wrong := next((name for name in given if name not in WITH_SOURCE), None):
            raise UsageError(f"{shown_name(context, wrong)} does not go with --from")
    else:
        if "seed" not in given:
            settings = settings.replace(seed=begun_seed(output, settings.seed))
        manifest = manifest_of(settings, bots)
    command = command_of(context, given, None if source is not None else settings.seed)
    plan = plan_of(settings.game, command, __version__, manifest, games, source, nodes)
    jobs = jobs or os.cpu_count() or 1
    with DataSet(output, plan) as made:
        try:
            with interruptible():
                if manifest is not None:
                    play(made, manifest, games, jobs)
                elif source is not None:
                    made.keep_source(source)
                show = Progress(games if source is None else None)
                made.convert(source, show.step, jobs=jobs, group=group, skip_faults=skip_faults)
                show.end()
                card = made.finish()
        except Interruption as stop:
            click.echo("stopped; the same command goes on", err=True)
            raise click.exceptions.Exit(stop.status) from None
    report(output, card)


def play(made: DataSet, manifest: Manifest, games: int, jobs: int) -> None:
    """Play the games that are not there, and show progress."""
    if any(bot.is_program for bot in manifest.bots):
        warn_of_strangers()
    with closing(made.self_play_store(manifest)) as store:
        store.lock()
        clean_up_after_the_dead()
        try:
            with Live(store) as live:
                live.total = games
                SelfPlay(store, games, live.update).run(min(jobs, games))
        finally:
            clean_up_after({os.getpid()})


def manifest_of(settings: ContestSettings, words: tuple[str, ...]) -> Manifest:
    """Return the manifest of the games to be played; one bot sits on both sides."""
    words = words or ("random",)
    if len(words) == 1:
        # A second name for the same bot.
        [one, other] = find_bots(
            (words[0], "the other side=random"), None, settings.game, settings.memory
        )
        other = one.replace(name=f"{one.name} (2)")
    else:
        one, other = find_bots(words, None, settings.game, settings.memory)
    found: tuple[BotSpec, ...] = (one, other)
    name = f"{one.name} – {other.name}"
    return make_manifest(name, settings, found, Schedule("round-robin", 2))


def begun_seed(output: str, seed: int) -> int:
    """Return the seed of a data set that was begun, else the other seed."""
    from pathlib import Path

    began = begun_plan(Path(output))
    return seed if began is None or not began["self_play"] else int(began["self_play"]["seed"])


def given_by(context: click.Context) -> list[str]:
    """Return the names of the parameters that the command line gives."""
    return [
        str(each.name)
        for each in context.command.params
        if each.name is not None
        and context.get_parameter_source(each.name) is ParameterSource.COMMANDLINE
        and context.params.get(each.name) not in ((), None)
    ]


def shown_name(context: click.Context, name: str) -> str:
    """Return a parameter as people know it."""
    [found] = [each for each in context.command.params if each.name == name]
    return found.opts[-1] if isinstance(found, click.Option) else "a bot"


def command_of(context: click.Context, given: list[str], seed: int | None) -> str:
    """Return the command that makes the same file again, under whatever name."""
    words = ["outwit", "dataset", context.params["game_name"], *context.params["bots"]]
    for each in context.command.params:
        if not isinstance(each, click.Option) or each.name not in given:
            continue
        if each.name in (*APART, "seed"):
            continue
        value: Any = context.params[each.name]
        if each.is_flag:
            words.append(each.opts[-1])
            continue
        for one in value if each.multiple else (value,):
            words += [each.opts[-1], str(one)]
    if seed is not None:
        words += ["--seed", str(seed)]
    return shlex.join(words)


class Progress:
    """The progress of the conversion, on a terminal."""

    def __init__(self, total: int | None) -> None:
        self.total = total
        self.games = 0
        self.is_shown = sys.stderr.isatty()

    def step(self) -> None:
        """Count a game."""
        self.games += 1
        if self.is_shown and not self.games % 100:
            of = "" if self.total is None else f" of {self.total:,}"
            click.echo(f"\r\x1b[K{self.games:,}{of} games written", nl=False, err=True)

    def end(self) -> None:
        """Clear the line."""
        if self.is_shown:
            click.echo("\r\x1b[K", nl=False, err=True)


def report(output: str, card: dict[str, Any]) -> None:
    """Say what was written."""
    from pathlib import Path

    counts = card["counts"]
    left_out = f", {counts['left_out']:,} games left out" if counts["left_out"] else ""
    click.echo(
        f"{output}: {counted(counts['positions'], 'position')} of "
        f"{counted(counts['games'], 'game')}{left_out}; {card_path(Path(output)).name} says how"
    )
    if card["self_play"]:
        click.echo(f"seed {card['self_play']['seed']}")
