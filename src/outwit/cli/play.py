"""``outwit play``: a game at the terminal, against a bot or another person."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path

import click

from outwit.arena.livegame import LiveGame
from outwit.arena.seat import DEFAULT_LEVEL, PERSON, Seat, level_seat, read_seat, seats_of
from outwit.arena.timecontrol import TimeControl, read_time_control
from outwit.cli import print_error
from outwit.cli.colours import takes_colour
from outwit.cli.completers import (
    complete_game,
    complete_level,
    complete_player,
)
from outwit.cli.help import Command
from outwit.cli.listing import find_games
from outwit.cli.position import find_position, read_pairs, takes_options
from outwit.cli.sandboxed import takes_sandbox, warn_of_strangers
from outwit.core.game import Game
from outwit.engine.limits import Limits
from outwit.errors import UsageError
from outwit.games import game as find_game
from outwit.players.external import command_of
from outwit.players.levels import LEVELS
from outwit.records.replay import game_named
from outwit.terminal.kept import Keeper, read_game
from outwit.terminal.plain import PlainGame
from outwit.terminal.prompt import Prompt
from outwit.terminal.questions import choose_game, choose_opponent, choose_side
from outwit.terminal.seating import SECONDS


@click.command(cls=Command)
@click.argument("name", metavar="[GAME]", required=False, shell_complete=complete_game)
@click.option("--position", "text", metavar="TEXT", help="The start position.")
@takes_options
@click.option(
    "--against",
    metavar="WHO",
    shell_complete=complete_player,
    help="The opponent: a level from 1 to 10, human, or a bot such as engine, random or "
    f"'ugi:python3 mybot.py'. [default: level {DEFAULT_LEVEL}]",
)
@click.option(
    "--level",
    type=click.IntRange(1, len(LEVELS)),
    metavar="N",
    shell_complete=complete_level,
    help="The engine's level, from 1 to 10; the same as --against N.",
)
@click.option("--second", is_flag=True, help="Play the second side.")
@click.option("--seed", type=int, metavar="N", help="Seed of the bot. [default: random]")
@click.option(
    "--time",
    "seconds",
    default=SECONDS,
    show_default=True,
    metavar="SECONDS",
    help="Time of the engine for a move or a hint, if there is no clock.",
)
@click.option(
    "--clock",
    metavar="CONTROL",
    help="Time control of both sides: 300+3 (seconds per game, and added per move), 30/move "
    "(seconds per move) or unlimited. [default: unlimited]",
)
@click.option("--load", "path", metavar="RECORD", help="Continue the game in a file.")
@click.option(
    "--plain", is_flag=True, help="Use plain lines of text, for pipes and screen readers."
)
@takes_sandbox
@takes_colour
def play(
    coloured: bool,
    name: str | None,
    text: str | None,
    options: tuple[str, ...],
    against: str | None,
    level: int | None,
    second: bool,
    seed: int | None,
    seconds: float,
    clock: str | None,
    path: str | None,
    plain: bool,
) -> None:
    """Play a game in the terminal.

    Without GAME it asks what to play. Every game is saved, and `--load` continues one. Without a
    terminal, or with --plain, it reads moves and words line by line.

    Examples:
      outwit play
      outwit play ataxx --level 2 --second
      outwit play push --against "ugi:python3 mybot.py" --clock 300+3
    """
    Limits(time=seconds).check()
    if level is not None and against is not None:
        raise UsageError("--level and --against both name the opponent: give one of them")
    if level is not None:
        against = str(level)
    control = read_time_control(clock or "unlimited")
    live = None
    if path is not None:
        if text is not None or options or clock is not None:
            raise UsageError("--load cannot be combined with --position, --option or --clock")
        live = load_game(path, name, against, second)
    elif name is not None:
        game = find_game(name)
        position = find_position(game, text, None, None, read_pairs(options))
        live = LiveGame(game, position, seat_both(opponent_of(against, game), second), control)
    for seat in live.seats if live is not None and not live.is_over else ():
        if seat.bot is not None and seat.bot.is_program:
            command_of(seat.bot)  # it must be there
            warn_of_strangers()
    if not plain and has_screen():
        from outwit.terminal.app import run_app

        if live is None:
            run_app(control=control, seed=seed, seconds=seconds)
        else:
            run_app(
                live.game,
                live.position,
                live.seats,
                control=live.control,
                seed=seed,
                load=path,
                seconds=seconds,
            )
        return
    prompt = Prompt()
    if live is None:
        live = ask_all(prompt, text, options, against, second, control)
        if live is None:
            return
    keeper = Keeper(report=lambda line: print_error(line, 0))
    if path is not None:
        keeper.go_on(live, Path(path))
    PlainGame(live, keeper, prompt, seed=seed, seconds=seconds, coloured=coloured).run()


def has_screen() -> bool:
    """Tell whether there is a terminal that can show screens, and what the application needs."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        return False
    return find_spec("textual") is not None


def opponent_of(against: str | None, game: Game) -> Seat:
    """Return the opponent that was asked for, else the default one."""
    return level_seat(DEFAULT_LEVEL) if against is None else read_seat(against, game)


def seat_both(opponent: Seat, second: bool) -> tuple[Seat, Seat]:
    """Return the seats of a person and an opponent."""
    return (opponent, PERSON) if second else (PERSON, opponent)


def load_game(path: str, name: str | None, against: str | None, second: bool) -> LiveGame:
    """Return the game of a file; raise UsageError if it is another than was named."""
    record = read_game(path)
    game = game_named(record.game)
    if name not in {None, game.name}:
        raise UsageError(f"{path!r} has a game of {game.name}, not of {name}")
    opponent = None if against is None else read_seat(against, game)
    return LiveGame.of_record(record, seats_of(record, game, opponent, int(second)))


def ask_all(
    prompt: Prompt,
    text: str | None,
    options: tuple[str, ...],
    against: str | None,
    second: bool,
    control: TimeControl,
) -> LiveGame | None:
    """Ask for what was not given; return None if the person wants to play nothing."""
    game = choose_game(prompt, find_games())
    if game is None:
        return None
    position = find_position(game, text, None, None, read_pairs(options))
    if against is not None:
        opponent: Seat | None = read_seat(against, game)
    else:
        opponent = choose_opponent(prompt, game)
    if opponent is None:
        return None
    side: int | None = int(second)
    if not second and opponent.bot is not None:
        side = choose_side(prompt, game)
    if side is None:
        return None
    return LiveGame(game, position, seat_both(opponent, bool(side)), control)
