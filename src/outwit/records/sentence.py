"""How a recorded game ended, in a sentence."""

from __future__ import annotations

from outwit.core.position import Position
from outwit.core.printable import printable
from outwit.records.endings import (
    ADJUDICATED,
    AGREED_DRAW,
    MOVE_LIMIT,
    OUT_OF_TIME,
    RESIGNED,
    SOLVED,
)
from outwit.records.record import FIRST_WON, SECOND_WON, UNFINISHED, GameRecord

# What the loser did, and how a game was ended for both.
BY_LOSER = {
    RESIGNED: "{loser} resigned",
    OUT_OF_TIME: "{loser} ran out of time",
    "bot-fault": "{loser} broke the rules of the tournament",
    "bot-absent": "{loser} did not start",
    "bot-crash": "{loser} crashed",
    "bot-timeout": "{loser} took too long",
    "bot-flood": "{loser} wrote too much",
    "bot-garbage": "{loser} gave an answer that is no move",
    "bot-illegal": "{loser} played an illegal move",
    "bot-wrong-file": "{loser} wrote a wrong file",
    "bot-tampering": "{loser} changed a file that it may only read",
}
BY_OTHERS = {
    ADJUDICATED: "adjudicated",
    AGREED_DRAW: "agreed",
    MOVE_LIMIT: "the limit of moves is reached",
    SOLVED: "proven by the solver",
}


def sentence_of(record: GameRecord, position: Position) -> str:
    """Say who won, and why, given the last position.

    >>> import outwit
    >>> start = outwit.game("ataxx").start()
    >>> sentence_of(GameRecord("ataxx", ("", ""), "", {}, (), "0-1", "resigned", {}), start)
    'Blue wins: Red resigned'
    """
    if (outcome := position.outcome) is not None:
        return position.game.sentence(outcome)
    if record.result == UNFINISHED:
        return "Unfinished"
    sides = position.game.sides
    winner = {FIRST_WON: 0, SECOND_WON: 1}.get(record.result)
    who = "Draw" if winner is None else f"{sides[winner]} wins"
    code = record.termination
    if winner is not None and code in BY_LOSER:
        return f"{who}: {BY_LOSER[code].format(loser=sides[1 - winner])}"
    why = BY_OTHERS.get(code, printable(code, 40))
    return f"{who}: {why}" if why else who
