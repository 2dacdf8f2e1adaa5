"""``outwit puzzles``."""

from __future__ import annotations

import sys

import click

from outwit.cli.completion import complete_game
from outwit.cli.target import check_writable, write_target
from outwit.core.game import Game
from outwit.core.puzzle import read_puzzles, write_puzzles
from outwit.errors import BadFile, UsageError
from outwit.games import game as find_game
from outwit.puzzles.checking import fault_of
from outwit.puzzles.finder import find_puzzles


@click.command()
@click.argument("name", metavar="GAME", shell_complete=complete_game)
@click.option("--out", metavar="FILE", help="Find new puzzles and write them; - for the screen.")
@click.option("--count", type=click.IntRange(1, 10_000), default=100, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="Another seed, other games.")
@click.option(
    "--not-by", metavar="CODE", multiple=True, help="No puzzles in which the game ends this way."
)
def puzzles(name: str, out: str | None, count: int, seed: int, not_by: tuple[str, ...]) -> None:
    """Prove the puzzles of a game again, or find new ones in games that the engine plays."""
    game = find_game(name)
    if out is None:
        check(game)
        return
    check_writable(out)
    finding = find_puzzles(game, count, seed, not_by)
    # Shown in a terminal only.
    with click.progressbar(finding, length=count, file=sys.stderr) as counted:
        found = tuple(counted)
    excluded = "".join(f" --not-by {code}" for code in not_by)
    note = f"outwit puzzles {name} --count {count} --seed {seed}{excluded} --out FILE"
    text = write_puzzles(tuple(sorted(found, key=lambda puzzle: puzzle.rating)), note)
    write_target(out, text.encode())


def check(game: Game) -> None:
    """Prove all puzzles of a game; raise BadFile naming the first that fails."""
    shipped = read_puzzles(game)
    if not shipped:
        raise UsageError(f"{game.name} has no puzzles yet: find some with --out FILE")
    for number, puzzle in enumerate(shipped, 1):
        if fault := fault_of(game, puzzle):
            raise BadFile(f"puzzle {number} of {game.name}, {puzzle.position!r}: {fault}")
    click.echo(f"{len(shipped)} puzzles of {game.display_name}, all proven")
