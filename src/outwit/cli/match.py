"""``outwit match``."""

from __future__ import annotations

import click

from outwit.arena.schedule import Schedule
from outwit.arena.store import create_store
from outwit.cli.completers import complete_bot, complete_game
from outwit.cli.contest import (
    ContestSettings,
    end,
    find_bots,
    make_manifest,
    play_new,
    show_table,
    takes_settings,
)
from outwit.cli.help import Command
from outwit.cli.outputs import write_outputs
from outwit.cli.sandboxed import takes_sandbox
from outwit.cli.target import check_other_file, check_writable, named
from outwit.errors import harmless
from outwit.reports.summary import forfeits_of, pairs_of, scores_of


@click.command(cls=Command)
@click.argument("game_name", metavar="GAME", shell_complete=complete_game)
@click.argument("bots", nargs=2, metavar="BOT BOT", shell_complete=complete_bot)
@click.option(
    "--games",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    metavar="N",
    help="Games to play, rounded up to an even number.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1),
    metavar="N",
    help="Games played at once. [default: one per CPU]",
)
@click.option("--save", metavar="FILE", callback=named, help="Save the games in a tournament file.")
@click.option("--records", metavar="FILE", help="Write the games as text to this file.")
@takes_sandbox
@takes_settings
def match(
    settings: ContestSettings,
    bots: tuple[str, ...],
    games: int,
    jobs: int | None,
    save: str | None,
    records: str | None,
) -> None:
    """Play a match between two bots.

    Each opening is played twice, with the colours exchanged. The exit status is 4 if a bot forfeits
    more than a few games.

    Examples:
      outwit match ataxx random engine:level=2 --games 4
      outwit match push engine:level=1 "mine=ugi:python3 mybot.py" --time 10+0.1
    """
    found = find_bots(bots, None, settings.game, settings.memory)
    if records is not None:
        check_writable(records)
        if save is not None:
            check_other_file(records, save)
    if games % 2:
        click.echo(f"playing {games + 1} games: each opening with both colours", err=True)
    name = f"{found[0].name} – {found[1].name}"
    schedule = Schedule("round-robin", 2, pairs=(games + 1) // 2)
    store = create_store(save or ":memory:", make_manifest(name, settings, found, schedule))
    try:
        play_new(store, jobs)
    except click.exceptions.Exit:
        write_outputs(store, records=records)
        raise
    write_outputs(store, records=records)
    tally = scores_of(store).of(0)
    pairs = pairs_of(store)
    show_table(store)
    click.echo(
        f"\n{found[0].name}: {tally.wins} won, {tally.draws} drawn, {tally.losses} lost; "
        f"Elo {pairs.elo}, normalised {pairs.normalised_elo}, "
        f"better with {pairs.superiority:.1%}"
    )
    for forfeit in forfeits_of(store):
        click.echo(f"{found[forfeit.player].name}: {forfeit.count} × {forfeit.kind}")
        click.echo("\n".join(f"    {line}" for line in harmless(forfeit.evidence).split("\n")[:12]))
    click.echo(f"seed {settings.seed}")
    end(store)
