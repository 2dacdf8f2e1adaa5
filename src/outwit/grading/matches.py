"""Games of a program, one run a move, against a bot of ours."""

from __future__ import annotations

from random import Random

from outwit.assignments.marking import Marking
from outwit.core.counting import counted
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.errors import BotAbsent, BotFault, BotIllegal, BotTimeout
from outwit.grading.boards import ask, drawn
from outwit.grading.cases import boards_after
from outwit.grading.evidence import side_by_side
from outwit.grading.mark import Result
from outwit.grading.program import Program

OUTCOMES = WON, DRAWN, LOST, FORFEITED = "won", "drawn", "lost", "forfeited"


def play_game(
    program: Program, game: Game, marking: Marking, bot: str, number: int, seed: int
) -> Result:
    """Play game ``number``: even ones with the first side; the same seed, the same opponent."""
    ours = number % 2
    name = f"game {number + 1} as {marking.sides[ours]}"
    choose = game.parts.bots[bot]
    rng = Random(f"{seed} {number}")
    position = game.start()
    seconds = 0.0
    while position.outcome is None:
        if position.turn != ours:
            position.play(choose(position, rng))
            continue
        try:
            answer_seconds = answer(program, marking, position, ours)
        except BotFault as fault:
            drawing = fault.evidence.get("board", "")
            evidence = f"forfeited at move {len(position.played) + 1}: {fault}"
            late = isinstance(fault, BotTimeout)
            silent = late and len(position.played) <= ours
            told = f"{evidence}\n{drawing}".rstrip()
            return Result(name, False, told, seconds, FORFEITED, late=late, silent=silent)
        seconds += answer_seconds
    outcome = position.outcome
    decided = WON if outcome.winner == ours else LOST
    became = DRAWN if outcome.winner is None else decided
    moves = len(position.played)
    told = f"{became} after {counted(moves, 'move')}: {game.sentence(outcome)}"
    return Result(name, became == WON, told, seconds, became)


def answer(program: Program, marking: Marking, position: Position, side: int) -> float:
    """Play a program's move and return how long it took; raise BotFault if it forfeits."""
    board = marking.write(position)
    try:
        given = ask(program, marking, board, side)
    except BotAbsent as error:
        raise BotFault(str(error)) from None
    drawing = side_by_side([("given", board.decode().splitlines()), ("written", drawn(given.rows))])
    if given.fault is not None:
        given.fault.evidence["board"] = drawing
        raise given.fault
    boards = boards_after(position, position.legal_moves, marking)
    if given.rows not in boards:
        raise BotIllegal("no legal move leads to the board that was written", board=drawing)
    position.play(boards[given.rows])
    return given.run.seconds
