"""``outwit play``: a game in the terminal, against a bot or another person."""

from __future__ import annotations

from random import Random

import click

from outwit.cli.listing import find_games
from outwit.cli.position import find_position, read_pairs
from outwit.cli.show import status_line
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.engine.limits import Limits
from outwit.errors import GameFault, IllegalMove, NothingToUndo, UnknownGame, UsageError
from outwit.games import game as find_game
from outwit.players.bot import BotPlayer
from outwit.players.careful import CarefulPlayer
from outwit.players.engine import EnginePlayer
from outwit.players.levels import LEVELS, LevelPlayer
from outwit.players.player import Player
from outwit.players.random import RandomPlayer

HUMAN = "human"
HELP = """\
Enter a move, or one of these words:
  moves   the legal moves
  undo    take your last move back
  board   draw the board again
  quit    leave the game"""


@click.command()
@click.argument("name", metavar="[GAME]", required=False)
@click.option("--position", "text", metavar="TEXT", help="The start position.")
@click.option("--option", "options", metavar="K=V", multiple=True, help="An option of the game.")
@click.option(
    "--against",
    metavar="WHO",
    default=EnginePlayer.name,
    show_default=True,
    help="The opponent: engine, careful, random, human, or one of the game's own bots.",
)
@click.option("--second", is_flag=True, help="Play the second side.")
@click.option("--seed", type=int, help="Seed of the bot; random if not given.")
@click.option(
    "--level",
    type=click.IntRange(1, len(LEVELS)),
    metavar="N",
    help="Strength of the engine, 1 to 10; a beginner beats 1.",
)
@click.option("--time", default=1.0, show_default=True, help="Seconds for a move of the engine.")
def play(
    name: str | None,
    text: str | None,
    options: tuple[str, ...],
    against: str,
    second: bool,
    seed: int | None,
    level: int | None,
    time: float,
) -> None:
    """Play a game in the terminal."""
    limits = Limits(time=time).check()
    game = find_game(name) if name else choose_game()
    position = find_position(game, text, None, None, read_pairs(options))
    bot = find_player(game, against, Random(seed), limits)
    if level is not None:
        if against != EnginePlayer.name:
            raise UsageError("--level is for the engine, and --against names another player")
        bot = LevelPlayer(game, level, Random(seed))
    click.echo(f"\n{game.name}: {game.title}")
    click.echo(HELP)
    play_game(game, position, [bot, None] if second else [None, bot])


def find_player(game: Game, name: str, rng: Random, limits: Limits) -> Player | None:
    """Return a player by name, None for ``human``; raise UsageError if it is unknown."""
    players: dict[str, Player | None] = {
        player.name: player for player in (CarefulPlayer(rng), RandomPlayer(rng))
    }
    players["engine"] = EnginePlayer(game, limits)
    players |= {bot: BotPlayer(bot, chooser, rng) for bot, chooser in game.parts.bots.items()}
    players[HUMAN] = None
    if name not in players:
        raise UsageError(f"--against: {name[:40]!r} is not one of {', '.join(players)}")
    return players[name]


def choose_game() -> Game:
    """Ask which game to play."""
    games = find_games()
    for number, game in enumerate(games, 1):
        click.echo(f"{number}  {game.name:10} {game.title}")
    while True:
        answer = ask("Which game? ")
        if answer in ("q", "quit"):
            raise click.exceptions.Exit(0)
        if answer.isascii() and answer.isdigit() and 1 <= int(answer[:9]) <= len(games):
            return games[int(answer) - 1]
        try:
            return find_game(answer)
        except UnknownGame:
            click.echo(f"A number from 1 to {len(games)} or a name, please.")
        except GameFault as fault:
            click.echo(str(fault))


def play_game(game: Game, position: Position, players: list[Player | None]) -> None:
    """Play until the game is over or a person quits; None stands for a person."""
    draw(game, position)
    while position.outcome is None:
        player = players[position.turn]
        if player is not None:
            move = player.choose(position)
            position.play(move)
            click.echo(f"{game.sides[position.turn.other]} plays {move}")
            draw(game, position)
        elif not take_turn(game, position, players):
            return


def take_turn(game: Game, position: Position, players: list[Player | None]) -> bool:
    """Read and execute an entry of a person; tell whether the game goes on."""
    typed = ask(f"{game.sides[position.turn]}> ")
    entry = typed.lower()
    if entry in ("q", "quit"):
        return False
    if entry in ("?", "help", ""):
        click.echo(HELP)
    elif entry == "moves":
        click.echo(click.wrap_text("  ".join(sorted(position.legal_moves)), 90))
    elif entry == "board":
        draw(game, position)
    else:
        try:
            if entry == "undo":
                take_back(position, players)
            else:
                position.play(position.read_typed(typed))
        except IllegalMove as error:
            click.echo(f"{error}; `moves` lists what is")
        except NothingToUndo as error:
            click.echo(str(error))
        else:
            draw(game, position)
    return True


def take_back(position: Position, players: list[Player | None]) -> None:
    """Undo until it is a person's turn again; raise NothingToUndo if no person has moved."""
    undone = [position.undo()]
    while players[position.turn] is not None:
        if not position.played:
            # Only a bot has moved.
            for move in reversed(undone):
                position.play(move)
            raise NothingToUndo("you have not moved yet")
        undone.append(position.undo())


def draw(game: Game, position: Position) -> None:
    """Print the board and a line on the state of the game."""
    click.echo(f"\n{position}\n\n{status_line(game, position)}")


def ask(prompt: str) -> str:
    """Read a line; the end of the input counts as ``quit``."""
    click.echo(prompt, nl=False)
    try:
        return input().strip()
    except EOFError:
        click.echo()
        return "quit"
