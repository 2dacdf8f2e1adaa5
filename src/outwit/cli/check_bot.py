"""``outwit check-bot``: tries a program as a player, step by step."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

import click

from outwit.cli.bot_options import program_spec, takes_program
from outwit.cli.completers import complete_game
from outwit.cli.help import Command
from outwit.cli.position import read_pairs, takes_options
from outwit.cli.sandboxed import takes_sandbox, warn_of_strangers
from outwit.core.counting import counted
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.errors import BotFault, UsageError
from outwit.games import game as find_game
from outwit.players.allowance import Allowance
from outwit.players.dialect import usual_protocol
from outwit.players.external import start_program
from outwit.players.program import ProgramPlayer

# Random plies before each of the positions of the test.
DEPTHS = (0, 1, 4, 9)
MOVES_IN_A_ROW = 4
ADVICE = "advice"


@click.command(cls=Command, context_settings={"ignore_unknown_options": False})
@click.argument("name", metavar="GAME", shell_complete=complete_game)
@takes_program
@takes_options
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(0.001, 86_400),
    metavar="SECONDS",
    default=2.0,
    show_default=True,
    help="Time limit of each move, in seconds.",
)
@click.option(
    "--seed",
    default=1,
    metavar="N",
    show_default=True,
    help="Seed of the positions and of the program.",
)
@takes_sandbox
@click.argument("command", metavar="-- COMMAND...", nargs=-1, required=True)
def check_bot(
    name: str,
    protocol: str | None,
    settings: tuple[str, ...],
    options: tuple[str, ...],
    seconds: float,
    memory: int,
    seed: int,
    command: tuple[str, ...],
) -> None:
    """Test a program as a player.

    The program plays a few moves from several positions. The first fault ends the test, with
    evidence and advice. COMMAND may be a folder with a `bot.toml` or a `run` file. The exit status
    is 0 if no fault is found.

    Examples:
      outwit check-bot ataxx -- python3 mybot.py
      outwit check-bot advance --protocol file --time 1 -- ./mybot
    """
    game = find_game(name)
    warn_of_strangers()
    spec = program_spec(command, protocol or usual_protocol(game), settings, memory)
    player = start_program(spec, game, seed)
    check = BotCheck(game, player, Allowance(move=seconds), read_pairs(options), seed)
    try:
        status = check.run()
    finally:
        player.close()
    click.echo("no faults found" if status == 0 else "this bot would forfeit its games")
    raise click.exceptions.Exit(status)


class BotCheck:
    """The steps of the check, a line each; the first fault ends it."""

    def __init__(
        self,
        game: Game,
        player: ProgramPlayer,
        allowance: Allowance,
        options: dict[str, object],
        seed: int,
    ) -> None:
        self.game = game
        self.player = player
        self.allowance = allowance
        self.start = game.start(**options)
        self.rng = Random(seed)
        self.times: list[float] = []

    def run(self) -> int:
        """Run all steps and return the exit status."""
        kind = self.player.spec.kind
        click.echo(f"{self.game.name}, protocol {kind}: {' '.join(self.player.spec.command)}")
        try:
            self.step("the program starts", self.player.start)
            sandbox = self.player.sandbox
            click.echo(f"      protections: {', '.join(sandbox.protections())}")
            if missing := sandbox.missing():
                click.echo(f"      not available on this machine: {', '.join(missing)}")
            self.step("the program is ready for a game", lambda: self.player.begin(self.start))
            self.try_all()
        except BotFault as fault:
            print_fault(fault)
            return fault.exit_status
        mean = sum(self.times) / len(self.times)
        click.echo(
            f"      {counted(len(self.times), 'move')}: "
            f"{mean:.3f} s on average, {max(self.times):.3f} s at most"
        )
        return 0

    def try_all(self) -> None:
        """Let the bot play from several positions, or from those that it can begin with."""
        refusal: UsageError | None = None
        for depth in DEPTHS:
            try:
                self.try_from(depth)
            except UsageError as error:
                click.echo(f"      left out: {error}")
                refusal = error
        if refusal is not None and not self.times:
            raise refusal

    def try_from(self, depth: int) -> None:
        """Let the bot play moves from a random position, with random replies."""
        position = self.random_position(depth)
        self.step(f"new game after {depth} random plies", lambda: self.player.begin(position))
        for _ in range(MOVES_IN_A_ROW):
            if position.outcome is not None:
                return
            before = position.text
            start = time.monotonic()
            move = self.player.choose(position, self.allowance)
            self.times.append(time.monotonic() - start)
            side = self.game.sides[position.turn]
            assert position.text == before
            click.echo(f"ok    {side} plays {move} ({self.times[-1]:.3f} s)")
            position.play(move)
            if position.outcome is None:
                position.play(self.rng.choice(sorted(position.legal_moves)))

    def random_position(self, depth: int) -> Position:
        """Return a position after random moves in which the game is not over."""
        position = self.start.copy()
        for _ in range(depth):
            position.play(self.rng.choice(sorted(position.legal_moves)))
            if position.outcome is not None:
                position.undo()
                break
        return position

    @staticmethod
    def step(what: str, do: Callable[[], None]) -> None:
        """Run a step and print that it has passed."""
        do()
        click.echo(f"ok    {what}")


def print_fault(fault: BotFault) -> None:
    """Print a fault and its evidence."""
    click.echo(f"WRONG {fault.code}: {fault}")
    # The advice is what a reader looks for at the end.
    for name, text in sorted(fault.evidence.items(), key=lambda pair: pair[0] == ADVICE):
        if not text.strip():
            continue
        click.echo(f"      {name}:")
        for line in text.splitlines():
            click.echo(f"        {line}")
