"""``outwit replay``."""

from __future__ import annotations

import sys

import click

from outwit.cli.colours import takes_colour
from outwit.cli.help import Command
from outwit.core.counting import counted
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.errors import BadRecord, OutwitError, UsageError
from outwit.records.entry import Entry
from outwit.records.quoting import escape, escape_comment
from outwit.records.record import GameRecord, PlayedMove
from outwit.records.replay import first_position, game_named, play_recorded
from outwit.records.source import STANDARD_INPUT, open_records
from outwit.records.writer import annotation
from outwit.terminal.textboard import status_line, text_board

takes_number = click.option(
    "--game",
    "number",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    metavar="N",
    help="Number of the game in the file.",
)


@click.command(cls=Command)
@click.argument("path", metavar="FILE")
@takes_number
@click.option(
    "--move", "ply", type=click.IntRange(0), metavar="N", help="Show only the board after N moves."
)
@takes_colour
def replay(coloured: bool, path: str, number: int, ply: int | None) -> None:
    """Step through a recorded game.

    FILE has games as text or as JSON lines; `-` is standard input. In a terminal, Enter shows the
    next move and q quits.

    Examples:
      outwit replay games.txt
      outwit replay games.txt --game 2 --move 10
    """
    entry = find_entry(path, number)
    record = entry.record
    try:
        position = first_position(record)
    except OutwitError as error:
        raise BadRecord(f"line {entry.line}: {error}") from None
    game = game_named(record.game)
    if ply is not None and ply > len(record.moves):
        raise UsageError(f"--move {ply}: the game has {counted(len(record.moves), 'move')}")
    click.echo(title(game, record))
    if ply is None:
        draw(position, coloured=coloured)
    waits = ply is None and path != STANDARD_INPUT and sys.stdin.isatty() and sys.stdout.isatty()
    for index, played in enumerate(record.moves[:ply]):
        if waits and not wants_more():
            return
        try:
            play_recorded(position, played)
        except BadRecord as error:
            raise BadRecord(f"line {entry.line_of(index)}: {error}") from None
        if ply is None or index == ply - 1:
            click.echo(f"\n{headline(game, position, played)}")
            draw(position, coloured=coloured)
    if ply == 0:
        draw(position, coloured=coloured)
    if ply is None:
        click.echo(f"\n{ending(record)}")


def find_entry(path: str, number: int) -> Entry:
    """Return a game of a file by number; raise BadRecord or UsageError if it is not there."""
    count = 0
    with open_records(path) as found:
        for count, game in enumerate(found, 1):
            if count == number:
                if isinstance(game, BadRecord):
                    raise game
                return game
    raise UsageError(f"--game {number}: the file has {counted(count, 'game')}")


def title(game: Game, record: GameRecord) -> str:
    """Return game and players, with the game's comment on a line of its own."""
    first, second = (escape(name) or "?" for name in record.players)
    line = f"{game.name}: {first} ({game.sides[0]}) against {second} ({game.sides[1]})"
    return f"{line}\n{escape_comment(record.comment)}" if record.comment else line


def headline(game: Game, position: Position, played: PlayedMove) -> str:
    """Return number, side and move just played, with the move's comment on a line of its own."""
    number, side = len(position.played), game.sides[position.turn.other]
    line = f"{number}. {side} plays {escape(played.move)} {annotation(played)}".rstrip()
    return f"{line}\n{escape_comment(played.comment)}" if played.comment else line


def draw(position: Position, *, coloured: bool) -> None:
    """Print the board and a line on the state of the game."""
    board = text_board(position, coloured=coloured)
    click.echo(f"\n{board}\n\n{status_line(position)}", color=coloured)


def ending(record: GameRecord) -> str:
    """Return result and termination in one line."""
    code = escape(record.termination)
    return f"Result: {record.result}{f' ({code})' if code else ''}"


def wants_more() -> bool:
    """Wait for Enter; tell whether to go on. The end of the input counts as quitting."""
    click.echo("Enter: next move, q: quit > ", nl=False)
    try:
        return input().strip().lower() not in ("q", "quit")
    except EOFError:
        click.echo()
        return False
