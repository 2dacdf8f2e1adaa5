"""Games of a program with a text interface against a bot of ours."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from outwit.core.counting import counted
from outwit.errors import BotFault, BotTimeout, MarkerFault, UsageError
from outwit.grading.health import check_health, our_faults
from outwit.grading.mark import Result
from outwit.grading.matches import DRAWN, FORFEITED, LOST, WON
from outwit.players.allowance import Allowance
from outwit.players.roster import BotSpec, find_bot, read_spec
from outwit.players.text_player import TextPlayer

if TYPE_CHECKING:
    from outwit.assignments.paper import ExamPart
    from outwit.core.game import Game
    from outwit.grading.program import Program
    from outwit.players.player import Player

OPPONENT = "random"
# A longer game is drawn.
MOST_PLIES = 2_000


def play_text_game(program: Program, game: Game, part: ExamPart, number: int, seed: int) -> Result:
    """Play game ``number``: even ones with the first side, unless the part names a side."""
    ours = number % 2 if part.side is None else part.side
    name = f"game {number + 1} as {game.sides[ours]}"
    check_health()
    spec = BotSpec(
        "program",
        "text",
        program.command,
        part.settings,
        program.limits.memory,
        folder="" if program.template is None else program.template.folder,
    )
    try:
        with (
            our_faults(),
            closing(TextPlayer(spec, game, seed + number)) as player,
            closing(find_bot(read_spec(part.opponent or OPPONENT), game, seed + number)) as other,
        ):
            player.enclosed = program.enclosed
            return play(player, other, game, name, ours, program)
    except UsageError as error:
        raise MarkerFault(f"{part.name}: {error}") from None


def play(
    player: TextPlayer, other: Player, game: Game, name: str, ours: int, program: Program
) -> Result:
    """Play one game; whatever the program does wrong forfeits it."""
    position = game.start()
    allowance = Allowance(move=program.seconds)
    try:
        player.begin(position)
        while position.outcome is None and len(position.played) < MOST_PLIES:
            if program.stop is not None and program.stop.is_set():
                break  # nobody wants the result any more
            mover = player if position.turn == ours else other
            position.play(mover.choose(position, allowance))
    except BotFault as fault:
        told = [f"forfeited at move {len(position.played) + 1}: {fault}"]
        told += [f"{key}: {text}" for key, text in fault.evidence.items()]
        late = isinstance(fault, BotTimeout)
        silent = late and len(position.played) <= ours
        return Result(name, False, "\n".join(told), outcome=FORFEITED, late=late, silent=silent)
    moves = counted(len(position.played), "move")
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return Result(name, False, f"drawn after {moves}", outcome=DRAWN)
    became = WON if outcome.winner == ours else LOST
    told_end = f"{became} after {moves}: {game.sentence(outcome)}"
    return Result(name, became == WON, told_end, outcome=became)
