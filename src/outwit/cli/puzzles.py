"""``outwit puzzles``."""

from __future__ import annotations

import sys

import click

from outwit.cli.completers import complete_game
from outwit.cli.help import Command
from outwit.cli.target import check_writable, write_target
from outwit.core.game import Game
from outwit.core.puzzle import Puzzle, read_note, read_puzzles, write_puzzles
from outwit.errors import BadFile, UsageError
from outwit.games import game as find_game
from outwit.puzzles.calibration import rate_puzzle
from outwit.puzzles.checking import fault_of
from outwit.puzzles.finder import find_puzzles


@click.command(cls=Command)
@click.argument("name", metavar="GAME", shell_complete=complete_game)
@click.option(
    "--out", metavar="FILE", help="Find new puzzles and write them to FILE; - is standard output."
)
@click.option(
    "--count",
    type=click.IntRange(1, 10_000),
    metavar="N",
    default=100,
    show_default=True,
    help="Puzzles to find.",
)
@click.option(
    "--seed", type=int, metavar="N", default=1, show_default=True, help="Seed of the games."
)
@click.option(
    "--rate",
    is_flag=True,
    help="Write the game's own puzzles to --out, rated again, in place of new ones.",
)
@click.option(
    "--not-by",
    metavar="CODE",
    multiple=True,
    help="Leave out puzzles that end in this way; repeat it for more.",
)
def puzzles(
    name: str, out: str | None, count: int, seed: int, rate: bool, not_by: tuple[str, ...]
) -> None:
    """Check the puzzles of a game, or find new ones.

    The check proves every puzzle again. New puzzles come from games that the engine plays against
    itself. Their ratings come from the levels that solve them.

    Examples:
      outwit puzzles ataxx
      outwit puzzles santorini --out puzzles.json --count 20
    """
    game = find_game(name)
    if out is None:
        if rate:
            raise UsageError("--rate: --out FILE is missing")
        check(game)
        return
    check_writable(out)
    if rate:
        write_target(out, rated_again(game).encode())
        return
    finding = find_puzzles(game, count, seed, not_by)
    # Shown in terminals only.
    with click.progressbar(finding, length=count, file=sys.stderr) as counted:
        found = tuple(counted)
    excluded = "".join(f" --not-by {code}" for code in not_by)
    note = f"outwit puzzles {name} --count {count} --seed {seed}{excluded} --out FILE"
    text = write_puzzles(tuple(sorted(found, key=lambda puzzle: puzzle.rating)), note)
    write_target(out, text.encode())


def shipped_puzzles(game: Game) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game; raise UsageError if it has none."""
    shipped = read_puzzles(game)
    if not shipped:
        raise UsageError(f"{game.name} has no puzzles yet: find some with --out FILE")
    return shipped


def rated_again(game: Game) -> str:
    """Return the file of a game's puzzles with new ratings and themes."""
    shipped = shipped_puzzles(game)
    # Shown in terminals only.
    with click.progressbar(shipped, file=sys.stderr) as counted:
        found = [
            puzzle.replace(rating=rate_puzzle(game, puzzle), themes=puzzle.found_themes(game))
            for puzzle in counted
        ]
    found.sort(key=lambda puzzle: puzzle.rating)
    return write_puzzles(tuple(found), read_note(game))


def check(game: Game) -> None:
    """Prove all puzzles of a game; raise BadFile naming the first that fails."""
    shipped = shipped_puzzles(game)
    for number, puzzle in enumerate(shipped, 1):
        if fault := fault_of(game, puzzle):
            raise BadFile(f"puzzle {number} of {game.name}, {puzzle.position!r}: {fault}")
    click.echo(f"{len(shipped)} puzzles of {game.display_name}, all proven")
