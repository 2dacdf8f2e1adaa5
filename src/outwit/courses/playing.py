"""Plays two games between hand-ins, or between a hand-in and a bot of ours, with sides swapped."""

from __future__ import annotations

from contextlib import ExitStack

from outwit.arena.referee import Referee, Terms
from outwit.arena.timecontrol import read_time_control
from outwit.arena.worker import AbsentPlayer
from outwit.core.game import Game
from outwit.core.value import Value
from outwit.courses.entrant import Entrant, laid_out, opening, sides_of
from outwit.errors import BotFault, BotUnseen, MarkerFault
from outwit.games import game as find_game
from outwit.grading.health import check_health, our_faults
from outwit.players.player import Player
from outwit.players.program import ProgramPlayer
from outwit.players.roster import BotSpec, find_bot
from outwit.process.text import shown, without_notices
from outwit.records.record import GameRecord
from outwit.records.writer import write_record

# Characters that are kept of what a program wrote to standard error.
LONGEST_ERRORS = 4_000


class PlayTask(Value):
    """Two games: of which game, by which clock, between whom."""

    game: str
    options: dict[str, str]
    time_control: str
    entrants: tuple[Entrant, Entrant]
    event: str
    seed: int


class PlayedGame(Value):
    """A game as it was played; ``first`` is the entrant that had the first side.

    The pairs, and ``fault_of``, are by side.
    """

    first: int
    result: str
    termination: str
    fault_of: int | None
    plies: int
    record: str
    errors: tuple[str, str]
    seconds: tuple[float, float]


def play_pair(task: PlayTask) -> tuple[PlayedGame, ...]:
    """Play both games; one that a program cannot play for its side is left out.

    Raise MarkerFault if this machine is at fault.
    """
    check_health()
    game = find_game(task.game)
    with ExitStack() as stack:
        first, second = (stack.enter_context(laid_out(each)) for each in task.entrants)
        return tuple(
            play_one(game, task, (first, second), swapped=swapped)
            for swapped in (False, True)
            if fits(game, (second, first) if swapped else (first, second))
        )


def fits(game: Game, bots: tuple[BotSpec, BotSpec]) -> bool:
    """Tell whether both bots can play the sides that they have."""
    return all(side in sides_of(bot, game) for side, bot in enumerate(bots))


def play_one(
    game: Game, task: PlayTask, bots: tuple[BotSpec, BotSpec], *, swapped: bool
) -> PlayedGame:
    """Play a game; ``bots`` are in the order of the entrants."""
    seats = (1, 0) if swapped else (0, 1)
    referee = Referee(game, Terms(read_time_control(task.time_control)))
    first, second = (
        seat_bot(bots[seat], game, task.seed + 2 * int(swapped) + side)
        for side, seat in enumerate(seats)
    )
    players = (first, second)
    start = opening(game, task.options, task.seed, *bots)
    try:
        with our_faults():
            record = referee.play(start, players, {"Event": task.event})
    finally:
        for player in players:
            player.close()
    fault = record.tags.get("FaultOf")
    return PlayedGame(
        seats[0],
        record.result,
        record.termination,
        None if fault is None else game.sides.index(fault),
        len(record.moves),
        write_record(record),
        (complaints(players[0]), complaints(players[1])),
        seconds_of(record),
    )


def seat_bot(bot: BotSpec, game: Game, seed: int) -> Player:
    """Return the player of a bot; raise MarkerFault if this machine lacks what it needs."""
    try:
        return find_bot(bot, game, seed)
    except BotUnseen as error:
        raise MarkerFault(str(error)) from None
    except BotFault as fault:
        return AbsentPlayer(bot.name, fault)


def complaints(player: Player) -> str:
    """Return the end of what a player's program wrote to standard error."""
    if not isinstance(player, ProgramPlayer):
        return ""
    return shown(without_notices(player.complaints)[-LONGEST_ERRORS:], LONGEST_ERRORS)


def seconds_of(record: GameRecord) -> tuple[float, float]:
    """Return the time that each side used."""
    used = [0.0, 0.0]
    for ply in record.plies():
        used[int(ply.position.turn)] += ply.time or 0.0
    return round(used[0], 3), round(used[1], 3)
