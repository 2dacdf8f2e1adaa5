"""``outwit solve``."""

from __future__ import annotations

import json
import sys

import click

from outwit.cli.help import Command
from outwit.cli.position import takes_position
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.engine.solver import Solution, Solver
from outwit.errors import UsageError

# Seconds between two updates of the progress line.
PAUSE = 0.2
CLEAR_LINE = "\r\x1b[K"


@click.command(cls=Command)
@takes_position
@click.option(
    "--time", type=float, metavar="SECONDS", help="Give up after this time. [default: none]"
)
@click.option("--nodes", type=int, metavar="N", help="Give up after N positions. [default: none]")
@click.option(
    "--memory",
    type=int,
    default=64,
    metavar="MIB",
    show_default=True,
    help="Size of the table of positions in mebibytes.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the answer as a JSON object.")
def solve(
    game: Game,
    position: Position,
    time: float | None,
    nodes: int | None,
    memory: int,
    as_json: bool,
) -> None:
    """Prove how a game ends with perfect play.

    The answer has the winner, the number of plies and a best line. Without a limit the proof may
    take hours.

    Examples:
      outwit solve jesonmor --option size=3
      outwit solve ataxx --time 1 --json
    """
    if (outcome := position.outcome) is not None:
        raise UsageError(f"the game is over: {game.sentence(outcome)}")
    if not memory > 0:
        raise UsageError(f"memory: {memory} is not greater than 0")
    progress = Progress() if sys.stderr.isatty() else None
    try:
        found = Solver(memory).solve(position, time=time, nodes=nodes, progress=progress)
    finally:
        if progress is not None:
            progress.clear()
    click.echo(as_text(game, position, found) if not as_json else as_object(found))


class Progress:
    """The progress line of the solver."""

    def __init__(self) -> None:
        self.shown = 0.0

    def __call__(self, so_far: Solution) -> None:
        """Show nodes and time, if the last update was long enough ago."""
        if so_far.time - self.shown < PAUSE:
            return
        self.shown = so_far.time
        speed = so_far.nodes / so_far.time
        line = f"{so_far.nodes:,} nodes, {so_far.time:.1f} s, {speed:,.0f} nodes/s"
        click.echo(f"{CLEAR_LINE}{line}", nl=False, err=True)

    def clear(self) -> None:
        """Remove the line."""
        if self.shown:
            click.echo(CLEAR_LINE, nl=False, err=True)


def as_text(game: Game, position: Position, found: Solution) -> str:
    """Return a solution in one line."""
    us, them = game.sides[position.turn], game.sides[1 - position.turn]
    spent = f"({found.nodes} nodes, {found.time:.3f} s)"
    if found.result == "unknown":
        cannot = {"win": us, "loss": them}
        known = "".join(f"; {cannot[result]} cannot win" for result in found.excluded)
        return f"unknown after {found.nodes} nodes, {found.time:.3f} s{known}"
    if found.result == "draw":
        told = "Draw" if found.plies is None else f"Draw in {found.plies} plies"
    else:
        plies = "1 ply" if found.plies == 1 else f"{found.plies} plies"
        fewer = "" if found.shortest else " or fewer"
        told = f"{us if found.result == 'win' else them} wins in {plies}{fewer}"
    return f"{told}: {' '.join(found.line) or '-'} {spent}"


def as_object(found: Solution) -> str:
    """Return a solution as a JSON object."""
    return json.dumps(
        {
            "result": found.result,
            "plies": found.plies,
            "shortest": found.shortest,
            "line": list(found.line),
            "excluded": list(found.excluded),
            "nodes": found.nodes,
            "time": round(found.time, 6),
        }
    )
