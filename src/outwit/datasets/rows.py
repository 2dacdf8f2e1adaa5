"""The rows of a data set: one for each move of a recorded game."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable

from outwit.core.actions import Actions
from outwit.core.position import Position
from outwit.engine.score import MATE
from outwit.errors import BadRecord, IllegalMove, OutwitError
from outwit.records.record import DRAWN, FIRST_WON, SECOND_WON, GameRecord
from outwit.records.replay import first_position
from outwit.records.syntax import PLAIN_SCORE

# The columns of a data set, with what each says; ``parquet.py`` has their types.
COLUMNS = {
    "game_id": "number of the game in its source, from 0",
    "ply": "moves played in the game before this one",
    "position": "the position before the move, as `Game.position` reads it",
    "options": "the rules of the game as JSON, as options of `Game.position`",
    "side": "the side to move: 0 for the first, 1 for the second",
    "legal": "actions of the legal moves, in ascending order",
    "move": "the move that was played",
    "action": "its action",
    "value": "score of the search for the side to move, in hundredths of the smallest piece; "
    "31,000 - n is a win after n plies; null without a search",
    "result": "result of the game for the side to move: 1, 0 or -1; null if it has none",
    "termination": "code of how the game ended",
}
POINTS = {FIRST_WON: 1, SECOND_WON: -1, DRAWN: 0}
# Longest text of a score.
LONGEST_SCORE = 12
# Returns the score of a search of a position.
Evaluate = Callable[[Position], int]


class Rows:
    """The columns of some games, which grow game by game."""

    def __init__(self) -> None:
        self.columns: dict[str, list[object]] = {
            name: [] for name in COLUMNS if name not in ("legal", "action")
        }
        self.actions = array("i")
        # The legal actions of all rows, and where those of each row begin and end.
        self.legal = array("i")
        self.borders = array("i", [0])
        self.counts = {"games": 0, "positions": 0, FIRST_WON: 0, SECOND_WON: 0, DRAWN: 0}

    def __len__(self) -> int:
        return len(self.actions)

    def add(self, game: Rows) -> None:
        """Append the rows of a game."""
        for name, values in game.columns.items():
            self.columns[name] += values
        start = self.borders[-1]
        self.borders.extend([start + border for border in game.borders[1:]])
        self.legal.extend(game.legal)
        self.actions.extend(game.actions)
        for name, count in game.counts.items():
            self.counts[name] += count


def rows_of(record: GameRecord, number: int, evaluate: Evaluate | None = None) -> Rows:
    """Return the rows of a game; ``evaluate`` replaces the scores of the record.

    Raise BadRecord if the record does not follow the rules.
    """
    try:
        position = first_position(record)
    except OutwitError as error:
        raise BadRecord(str(error)) from None
    actions = Actions(position)
    rules = json.dumps(position.options)
    point = POINTS.get(record.result)
    rows = Rows()
    columns = rows.columns
    for ply, played in enumerate(record.moves):
        side = int(position.turn)
        try:
            move = position.read_move(played.move)
            action = actions.of(position, played.move)
        except IllegalMove as error:
            raise BadRecord(f"move {ply + 1}: {error}") from None
        columns["game_id"].append(number)
        columns["ply"].append(ply)
        columns["position"].append(position.text)
        columns["options"].append(rules)
        columns["side"].append(side)
        columns["move"].append(played.move)
        value = value_of(played.score) if evaluate is None else evaluate(position)
        columns["value"].append(value)
        columns["result"].append(point if point is None or not side else -point)
        columns["termination"].append(record.termination)
        rows.actions.append(action)
        rows.legal.extend(sorted(actions.legal(position)))
        rows.borders.append(len(rows.legal))
        position.play_number(move)
    rows.counts["games"] = 1
    rows.counts["positions"] = len(record.moves)
    if record.result in POINTS:
        rows.counts[record.result] = 1
    return rows


def value_of(score: str) -> int | None:
    """Return a score of a record in hundredths; None if it is not a number.

    >>> value_of("+1.23"), value_of("#2"), value_of("#-2"), value_of("winning")
    (123, 30997, -30996, None)
    """
    if len(score) > LONGEST_SCORE or not PLAIN_SCORE.fullmatch(score):
        return None
    if not score.startswith("#"):
        return max(-MATE, min(MATE, round(100 * float(score))))
    moves = int(score[1:])
    # The player's own last move wins; the opponent's loses.
    return MATE + 1 - 2 * moves if moves > 0 else -MATE - 2 * moves
