"""``outwit tournament new|add|run|resume|report|movies``."""

from __future__ import annotations

import shlex
from contextlib import closing
from pathlib import Path

import click

from outwit.arena.manifest import hash_of
from outwit.arena.schedule import KINDS, Schedule
from outwit.arena.store import Store, create_store, open_store
from outwit.cli.bot_options import takes_memory
from outwit.cli.completers import complete_bot, complete_game
from outwit.cli.contest import (
    ContestSettings,
    end,
    find_bots,
    make_manifest,
    play_out,
    show_table,
    takes_settings,
    warn,
    warn_of_changes,
)
from outwit.cli.help import Group
from outwit.cli.outputs import write_outputs
from outwit.cli.sandboxed import takes_sandbox
from outwit.cli.target import named
from outwit.cli.tournament_movies import movies
from outwit.core.counting import counted
from outwit.errors import BotsRefused, UsageError
from outwit.games import game as find_game
from outwit.reports.forfeits import forfeit_lines, left_out_lines
from outwit.reports.summary import summary_of


@click.group(cls=Group, no_args_is_help=False, invoke_without_command=True)
@click.pass_context
def tournament(ctx: click.Context) -> None:
    """Create, play and report a tournament.

    A tournament is one file: its bots, its schedule and its games.

    Examples:
      outwit tournament new cup.db ataxx random careful engine:level=1
      outwit tournament run cup.db
      outwit tournament report cup.db --html cup.html
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


takes_skip = click.option(
    "--skip-refused",
    is_flag=True,
    help="Leave out bots that do not start or do not speak their protocol.",
)


@tournament.command()
@click.argument("path", metavar="FILE", callback=named)
@click.argument("game_name", metavar="GAME", shell_complete=complete_game)
@click.argument("bots", nargs=-1, metavar="BOT…", shell_complete=complete_bot)
@click.option(
    "--bots", "roster", metavar="TOML", help="A TOML file of bots, or a folder of submissions."
)
@click.option(
    "--schedule",
    type=click.Choice(list(KINDS)),
    default="round-robin",
    show_default=True,
    help="The pairing system.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    metavar="N",
    help="Rounds of the schedule. A knock-out ignores it.",
)
@click.option(
    "--pairs",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    metavar="N",
    help="Pairs of games in an encounter. Each pair plays one opening with both colours.",
)
@click.option(
    "--name",
    default="",
    metavar="TEXT",
    help="The name of the tournament. [default: the name of the file]",
)
@takes_settings
def new(
    settings: ContestSettings,
    path: str,
    bots: tuple[str, ...],
    roster: str | None,
    schedule: str,
    rounds: int,
    pairs: int,
    name: str,
) -> None:
    """Create a tournament in FILE.

    `outwit tournament run FILE` plays it.

    Examples:
      outwit tournament new cup.db ataxx random careful engine:level=1
      outwit tournament new league.db push --bots bots.toml --schedule swiss --rounds 5
    """
    found = find_bots(bots, roster, settings.game, settings.memory)
    plan = Schedule(schedule, len(found), rounds, pairs)
    store = create_store(path, make_manifest(name or Path(path).stem, settings, found, plan))
    games = "" if plan.games is None else f", {counted(plan.games, 'game')}"
    click.echo(f"{len(found)} bots, {schedule}{games}: outwit tournament run {shlex.quote(path)}")
    store.close()


@tournament.command()
@click.argument("path", metavar="FILE")
@click.argument("bots", nargs=-1, metavar="BOT…", shell_complete=complete_bot)
@click.option("--bots", "roster", metavar="TOML", help="A TOML file of bots.")
@takes_memory
def add(path: str, bots: tuple[str, ...], roster: str | None, memory: int) -> None:
    """Add bots to a tournament.

    Bots may join a tournament that has begun. `outwit tournament run FILE` plays the added games.

    Examples:
      outwit tournament add cup.db late=engine:level=2
    """
    with closing(open_store(path)) as store:
        store.lock()
        manifest = store.manifest
        if manifest.sprt is not None:
            raise UsageError("nobody can join a sequential test")
        known = [bot.name for bot in manifest.bots]
        found = find_bots(bots, roster, find_game(manifest.game), memory, known)
        if not found:
            raise UsageError("no bots are given")
        plan = manifest.schedule.join(len(found), store.rounds_begun())
        hashes = manifest.hashes or tuple(map(hash_of, manifest.bots))
        store.replace_manifest(
            manifest.replace(
                bots=(*manifest.bots, *found),
                schedule=plan,
                hashes=(*hashes, *map(hash_of, found)),
            )
        )
        left = "" if plan.games is None else f", {counted(plan.games - store.count(), 'game')} left"
        click.echo(f"{plan.players} bots{left}: outwit tournament run {shlex.quote(path)}")


@tournament.command()
@click.argument("path", metavar="FILE")
@click.option(
    "--jobs",
    type=click.IntRange(1),
    metavar="N",
    help="Games played at once. [default: one per CPU]",
)
@click.option("--cluster", metavar="ADDRESS", help="Play on a Ray cluster; `local` starts one.")
@takes_skip
@takes_sandbox
def run(path: str, jobs: int | None, cluster: str | None, skip_refused: bool) -> None:
    """Play the remaining games of a tournament.

    Ctrl-C interrupts it; the same command continues.

    Examples:
      outwit tournament run cup.db
      outwit tournament run cup.db --jobs 4 --skip-refused
    """
    play_remaining(path, jobs, cluster, skip_refused=skip_refused)


@tournament.command()
@click.argument("path", metavar="FILE")
@click.option(
    "--jobs",
    type=click.IntRange(1),
    metavar="N",
    help="Games played at once. [default: one per CPU]",
)
@click.option("--cluster", metavar="ADDRESS", help="Play on a Ray cluster; `local` starts one.")
@takes_skip
@takes_sandbox
def resume(path: str, jobs: int | None, cluster: str | None, skip_refused: bool) -> None:
    """Continue an interrupted tournament; the same as `run`.

    Examples:
      outwit tournament resume cup.db
    """
    play_remaining(path, jobs, cluster, skip_refused=skip_refused)


def play_remaining(path: str, jobs: int | None, cluster: str | None, *, skip_refused: bool) -> None:
    """Play the remaining games and print the table."""
    store = open_store(path)
    warn_of_changes(store.manifest)
    try:
        played = play_out(store, jobs, cluster)
    except BotsRefused as error:
        leave_out(store, error.reasons, skip_refused=skip_refused)
        played = play_out(store, jobs, cluster, is_tried=True)
    show_table(store)
    if played.test is not None:
        click.echo(played.test.sprt)
    end(store)


def leave_out(store: Store, reasons: dict[int, str], *, skip_refused: bool) -> None:
    """Take the refused bots out of a tournament, each with a line that says why.

    If games have been played, they stay and forfeit. Raise UsageError, with what to do, unless
    ``skip_refused``, and if fewer than two bots would play.
    """
    bots = store.manifest.bots
    for number, reason in reasons.items():
        warn(f"outwit: bot {bots[number].name!r} is refused: {reason}")
    refused = f"{counted(len(reasons), 'bot')} of {len(bots)} refused"
    stay = len(bots) - len(reasons)
    if stay < 2:
        raise UsageError(f"nothing was played: {refused}, and a tournament needs two bots")
    if not skip_refused:
        which = "it" if len(reasons) == 1 else "them"
        command = f"outwit tournament run {shlex.quote(store.path)} --skip-refused"
        raise UsageError(f"nothing was played: {refused}. To play without {which}: {command}")
    if store.count():
        warn(f"outwit: {refused}; the tournament has begun, so their games are forfeited")
        return
    store.replace_manifest(store.manifest.without(reasons))
    warn(f"outwit: {refused} and left out, {stay} play")


@tournament.command()
@click.argument("path", metavar="FILE")
@click.option("--html", metavar="FILE", help="Write an HTML page.")
@click.option("--csv", metavar="FILE", help="Write the table as CSV.")
@click.option("--json", metavar="FILE", help="Write table, ratings and results as JSON.")
@click.option("--records", metavar="FILE", help="Write the games as text.")
def report(
    path: str, html: str | None, csv: str | None, json: str | None, records: str | None
) -> None:
    """Print the table and the ratings, or write them to files.

    Examples:
      outwit tournament report cup.db
      outwit tournament report cup.db --html cup.html --csv cup.csv
    """
    with closing(open_store(path, to_read=True)) as store:
        if any((html, csv, json, records)):
            for name in write_outputs(store, html=html, csv=csv, json=json, records=records):
                click.echo(name)
            return
        click.echo(text_report(store))


def text_report(store: Store) -> str:
    """Return table, ratings and forfeits as text."""
    summary = summary_of(store)
    names = [bot.name for bot in store.manifest.bots]
    lines = [str(summary.crosstable), ""]
    for row in summary.crosstable.rows:
        elo = summary.ratings[row.player]
        lines.append(
            f"{row.rank:>3}  {row.name}: Elo {elo.elo:+z.0f} [{elo.low:+z.0f}, {elo.high:+z.0f}]"
        )
    lines += left_out_lines(store.manifest.left_out)
    lines += forfeit_lines(names, store.forfeits())
    return "\n".join(lines)


tournament.add_command(movies)
