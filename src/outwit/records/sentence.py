"""How a recorded game ended, in a sentence."""

from __future__ import annotations

from outwit.core.position import Position
from outwit.core.printable import printable
from outwit.records.endings import reason
from outwit.records.record import FIRST_WON, SECOND_WON, UNFINISHED, GameRecord

LONGEST_REASON = 100


def sentence_of(record: GameRecord, position: Position) -> str:
    """Say who won, and why, given the last position.

    >>> import outwit
    >>> start = outwit.game("ataxx").start()
    >>> sentence_of(GameRecord("ataxx", ("", ""), "", {}, (), "0-1", "resigned", {}), start)
    'Blue wins: Red resigned'
    """
    if position.is_over:
        return position.result_for(None)
    if record.result == UNFINISHED:
        return "Unfinished"
    sides = position.game.sides
    winner = {FIRST_WON: 0, SECOND_WON: 1}.get(record.result)
    who = "Draw" if winner is None else f"{sides[winner]} wins"
    loser = "a player" if winner is None else sides[1 - winner]
    why = printable(reason(position.game, record.termination, loser), LONGEST_REASON)
    return f"{who}: {why}" if why else who
