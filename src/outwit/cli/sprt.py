"""``outwit sprt``."""

from __future__ import annotations

import click

from outwit.arena.manifest import SprtTerms
from outwit.arena.schedule import Schedule
from outwit.arena.store import create_store
from outwit.cli.completers import complete_bot, complete_game
from outwit.cli.contest import (
    ContestSettings,
    end,
    find_bots,
    make_manifest,
    play_new,
    show_forfeits,
    takes_settings,
)
from outwit.cli.help import Command
from outwit.cli.sandboxed import takes_sandbox
from outwit.cli.target import named
from outwit.errors import UsageError


@click.command(cls=Command)
@click.argument("game_name", metavar="GAME", shell_complete=complete_game)
@click.argument("bots", nargs=2, metavar="NEW OLD", shell_complete=complete_bot)
@click.option(
    "--elo0",
    type=float,
    metavar="ELO",
    default=0.0,
    show_default=True,
    help="Elo difference of the hypothesis that NEW is no stronger.",
)
@click.option(
    "--elo1",
    type=float,
    metavar="ELO",
    default=10.0,
    show_default=True,
    help="Elo difference of the hypothesis that NEW is stronger.",
)
@click.option(
    "--alpha",
    type=float,
    metavar="P",
    default=0.05,
    show_default=True,
    help="Probability of a false positive.",
)
@click.option(
    "--beta",
    type=float,
    metavar="P",
    default=0.05,
    show_default=True,
    help="Probability of a false negative.",
)
@click.option(
    "--games",
    type=click.IntRange(2),
    default=100_000,
    show_default=True,
    metavar="N",
    help="Most games to play, rounded up to an even number.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1),
    metavar="N",
    help="Games played at once. [default: one per CPU]",
)
@click.option(
    "--save",
    metavar="FILE",
    callback=named,
    help="Save the games in a tournament file; `outwit tournament resume` continues it.",
)
@takes_sandbox
@takes_settings
def sprt(
    settings: ContestSettings,
    bots: tuple[str, ...],
    elo0: float,
    elo1: float,
    alpha: float,
    beta: float,
    games: int,
    jobs: int | None,
    save: str | None,
) -> None:
    """Test whether one bot is stronger than another.

    A sequential probability ratio test plays games between NEW and OLD until one hypothesis is
    accepted.

    Examples:
      outwit sprt ataxx engine:nodes=200 random --elo1 100 --seed 1
      outwit sprt push engine:nodes=2000 engine:nodes=1000 --save test.db
    """
    if not elo0 < elo1 or not 0 < alpha < 0.5 or not 0 < beta < 0.5:
        raise UsageError("elo0 must be below elo1, alpha and beta between 0 and 0.5")
    found = find_bots(bots, None, settings.game, settings.memory)
    terms = SprtTerms(elo0, elo1, alpha, beta)
    schedule = Schedule("round-robin", 2, pairs=(games + 1) // 2)
    name = f"{found[0].name} better than {found[1].name}?"
    store = create_store(save or ":memory:", make_manifest(name, settings, found, schedule, terms))
    test = play_new(store, jobs).test
    assert test is not None
    click.echo(f"{found[0].name}: {test.sprt}")
    show_forfeits(store)
    click.echo(f"seed {settings.seed}")
    end(store)
