"""``outwit convert``."""

from __future__ import annotations

import sys
from collections.abc import Callable

import click

from outwit.cli import print_error
from outwit.cli.help import Command
from outwit.cli.position import LONGEST_FILE, read_file, read_pairs, read_side, takes_options
from outwit.errors import BadRecord, UsageError
from outwit.games import game as find_game
from outwit.records import table
from outwit.records.jsonlines import to_json
from outwit.records.record import GameRecord
from outwit.records.replay import from_position
from outwit.records.source import open_records
from outwit.records.writer import write_record

FORMS: dict[str, Callable[[GameRecord], str]] = {
    "text": write_record,
    "json": lambda record: f"{to_json(record)}\n",
    "csv": table.to_row,
}
FAULTY = 1


@click.command(cls=Command)
@click.argument("path", metavar="FILE")
@click.option(
    "--to",
    "form",
    type=click.Choice(list(FORMS)),
    default="text",
    show_default=True,
    help="Format of the output.",
)
@click.option(
    "--from", "name", metavar="GAME", help="Read FILE as a position in the file format of GAME."
)
@click.option(
    "--side", metavar="SIDE", help="The side to move, if the position file does not tell it."
)
@takes_options
@click.option(
    "--skip-faults", is_flag=True, help="Leave out faulty games, and name them on standard error."
)
def convert(
    path: str,
    form: str,
    name: str | None,
    side: str | None,
    options: tuple[str, ...],
    skip_faults: bool,
) -> None:
    """Convert recorded games to text, JSON or CSV.

    FILE has games as text or as JSON lines; `-` is standard input. With --from, FILE is a position,
    which becomes a game without moves.

    Examples:
      outwit convert games.txt --to json
      outwit convert games.txt --to csv
    """
    if name is None and (side is not None or options):
        raise UsageError("--side and --option need --from")
    record = None if name is None else import_position(name, path, side, options)
    if form == "csv":
        write(table.header())
    if record is not None:
        write(FORMS[form](record))
        return
    faults = 0
    with open_records(path) as found:
        for game in found:
            if not isinstance(game, BadRecord):
                write(FORMS[form](game.record))
            elif skip_faults:
                faults += 1
                print_error(str(game), FAULTY)
            else:
                # The games before the faulty one are printed.
                sys.stdout.flush()
                raise game
    if faults:
        raise click.exceptions.Exit(FAULTY)


def import_position(name: str, path: str, side: str | None, options: tuple[str, ...]) -> GameRecord:
    """Return a game without moves that starts with the position of a file."""
    game = find_game(name)
    data = sys.stdin.buffer.read(LONGEST_FILE) if path == "-" else read_file(path)
    values = game.read_options(read_pairs(options))
    return from_position(game, game.load(data, read_side(game, side), **values))


def write(text: str) -> None:
    """Print in UTF-8, whatever the encoding of the terminal."""
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
