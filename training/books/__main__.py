"""Build the opening book of a game, or continue it, and write it into the game's folder.

python -m training.books GAME
"""

from __future__ import annotations

import argparse
import os
import sys

from outwit.errors import UsageError
from outwit.files import obstacle
from outwit.games import game as find_game
from training.books.growing import grow
from training.books.growth import Growth
from training.books.writing import export
from training.commands import carry_out, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# Folder of the journals.
FOLDER = os.path.join("runs", "books")
TEXTS = {
    "nodes": "nodes per position",
    "width": "moves searched per position",
    "ply_cost": "cost of a ply in hundredths; a higher cost makes a broader book",
    "batch": "positions chosen at a time",
}


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    lines = (__doc__ or "").splitlines()
    parser = argparse.ArgumentParser("python -m training.books", description=lines[0])
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--positions", type=int, default=1_000, help="positions in all (1000)")
    parser.add_argument("--seconds", type=float, help="choose no more positions after this time")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--journal", help="file of the searches (runs/books/GAME.jsonl)")
    parser.add_argument("--output", help="file to write the book to (the game's own)")
    parser.add_argument(
        "--margin", type=int, default=20, help="most hundredths a move may be below the best (20)"
    )
    for name, text in TEXTS.items():
        default = getattr(Growth, name)
        parser.add_argument(
            f"--{name.replace('_', '-')}", type=int, default=default, help=f"{text} ({default})"
        )
    return parser.parse_args(arguments)


def make(words: argparse.Namespace) -> None:
    """Build the book and write it."""
    game = find_game(words.game)
    output = words.output or game.parts.book
    if not output:
        raise UsageError(f"{game.name} has no book: --output says where to write it")
    if reason := obstacle(output):
        raise UsageError(f"{output!r} cannot be written: {reason}")
    if words.margin < 0:
        raise UsageError(f"margin: {words.margin} is less than 0")
    growth = Growth(game.name, **{name: getattr(words, name) for name in TEXTS}).check()
    journal = words.journal or os.path.join(FOLDER, f"{game.name}.jsonl")
    if not words.journal:
        os.makedirs(FOLDER, exist_ok=True)
    tree = grow(
        growth,
        journal,
        positions=words.positions,
        processes=words.processes,
        seconds=words.seconds,
        report=say,
    )
    say(export(growth, game, tree, output, words.margin))


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the book and return the exit status."""
    words = parse(arguments)
    return carry_out(lambda: make(words))


if __name__ == "__main__":
    sys.exit(main())
