"""The questions before a game in the line mode: game, opponent and side."""

from __future__ import annotations

import click

from outwit.arena.seat import DEFAULT_LEVEL, Seat, level_seat, read_seat
from outwit.core.game import Game
from outwit.errors import GameFault, UnknownGame, UsageError
from outwit.games import game as find_game
from outwit.players.levels import LEVELS
from outwit.terminal.prompt import Prompt

QUITS = ("q", "quit", "exit")


def choose_game(prompt: Prompt, games: tuple[Game, ...]) -> Game | None:
    """Ask which game to play; return None to play no game."""
    for number, game in enumerate(games, 1):
        click.echo(f"{number}  {game.name:10} {game.title}")
    while (answer := answered(prompt, "Which game? ")) is not None:
        if answer.isascii() and answer.isdigit() and 1 <= int(answer[:9]) <= len(games):
            return games[int(answer) - 1]
        begun = [game for game in games if answer and game.name.startswith(answer.lower())]
        if len(begun) == 1:
            return begun[0]
        try:
            return find_game(answer)
        except UnknownGame:
            click.echo(f"A number from 1 to {len(games)} or a name, please.")
        except GameFault as fault:
            click.echo(str(fault))
    return None


def choose_opponent(prompt: Prompt, game: Game) -> Seat | None:
    """Ask for the opponent; return None to play no game."""
    click.echo(
        f"Against whom? 1–{len(LEVELS)}: a level of the engine; h: a person; "
        f"or a bot (docs/bots/describe.md). Enter: level {DEFAULT_LEVEL}"
    )
    while (answer := answered(prompt, "Against? ")) is not None:
        if not answer:
            return level_seat(DEFAULT_LEVEL)
        try:
            return read_seat(answer, game)
        except UsageError as error:
            click.echo(str(error))
    return None


def choose_side(prompt: Prompt, game: Game) -> int | None:
    """Ask which side to play; return None to play no game."""
    first, second = game.sides
    while (answer := answered(prompt, f"1 {first}, who begins, or 2 {second}? ")) is not None:
        for side, name in enumerate(game.sides):
            if answer == str(side + 1) or (answer and name.lower().startswith(answer.lower())):
                return side
        if not answer:
            return 0
        click.echo(f"1 for {first}, 2 for {second}; Enter for {first}.")
    return None


def answered(prompt: Prompt, question: str) -> str | None:
    """Return an answer, None if the person quits."""
    answer = prompt.ask(question)
    return None if answer is None or answer.lower() in QUITS else answer
