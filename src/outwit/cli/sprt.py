"""``outwit sprt``."""

from __future__ import annotations

import click

from outwit.arena.manifest import SprtTerms
from outwit.arena.schedule import Schedule
from outwit.arena.store import create_store
from outwit.cli.completion import complete_game
from outwit.cli.contest import (
    ContestSettings,
    end,
    find_bots,
    make_manifest,
    play_new,
    show_forfeits,
    takes_settings,
)
from outwit.cli.sandboxed import takes_sandbox
from outwit.errors import UsageError


@click.command()
@click.argument("game_name", metavar="GAME", shell_complete=complete_game)
@click.argument("bots", nargs=2, metavar="NEW OLD")
@click.option(
    "--elo0",
    type=float,
    default=0.0,
    show_default=True,
    help="Hypothesis of no improvement, in Elo.",
)
@click.option(
    "--elo1",
    type=float,
    default=10.0,
    show_default=True,
    help="Hypothesis of an improvement, in Elo.",
)
@click.option(
    "--alpha", type=float, default=0.05, show_default=True, help="Chance of a false positive."
)
@click.option(
    "--beta", type=float, default=0.05, show_default=True, help="Chance of a false negative."
)
@click.option(
    "--games",
    type=click.IntRange(2),
    default=100_000,
    show_default=True,
    metavar="N",
    help="Stop after N games at most, rounded up to pairs.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1),
    metavar="N",
    help="Games played at once; by default one per CPU.",
)
@click.option("--save", metavar="FILE", help="Keep the games; resume with `tournament resume`.")
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
    """Test by SPRT whether the first bot is better than the second."""
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
