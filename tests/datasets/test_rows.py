"""A row is a move of a record: position, legal actions, the move, and how the game ended."""

from __future__ import annotations

import json

import pytest

import outwit
from outwit.datasets.rows import COLUMNS, rows_of, value_of
from outwit.errors import BadRecord
from outwit.records.record import GameRecord, PlayedMove
from outwit.records.replay import from_position

# The board on which each move of the record below is played:
#
#   7  x . . . . . o        7  x x . . . . o
#   …  . . . . . . .   b7   …  . . . . . . .   a2
#   1  o . . . . . x        1  o . . . . . x
START = "x5o/7/7/7/7/7/o5x x 0 1"


def record(*moves: str, result: str = "1-0", scores: tuple[str, ...] = ()) -> GameRecord:
    position = outwit.game("ataxx").start()
    for move in moves:
        position.play(move)
    played = tuple(
        PlayedMove(move, score=scores[i] if scores else "") for i, move in enumerate(moves)
    )
    return from_position(
        position.game, position, moves=played, result=result, termination="resigned"
    )


def test_a_row_holds_the_position_before_the_move() -> None:
    rows = rows_of(record("b7", "a2", scores=("+1.00", "#-3")), 7)
    columns = rows.columns
    assert columns["position"] == [START, "xx4o/7/7/7/7/7/o5x o 0 1"]
    assert columns["move"] == ["b7", "a2"]
    assert (columns["game_id"], columns["ply"], columns["side"]) == ([7, 7], [0, 1], [0, 1])
    assert columns["value"] == [100, -30_994]
    assert columns["termination"] == ["resigned", "resigned"]
    assert json.loads(str(columns["options"][0])) == {"clock": "25"}


def test_legal_actions_and_the_action_are_those_of_the_position() -> None:
    game = outwit.game("ataxx")
    rows = rows_of(record("b7", "a2"), 0)
    actions = game.actions()
    for row, text in enumerate(rows.columns["position"]):
        position = game.position(str(text))
        legal = rows.legal[rows.borders[row] : rows.borders[row + 1]]
        assert legal.tolist() == sorted(actions.legal(position))
        assert actions.move(position, rows.actions[row]) == rows.columns["move"][row]


@pytest.mark.parametrize(
    ("result", "seen"),
    [("1-0", [1, -1]), ("0-1", [-1, 1]), ("1/2-1/2", [0, 0]), ("*", [None, None])],
)
def test_the_result_is_that_of_the_side_to_move(result: str, seen: list[int | None]) -> None:
    rows = rows_of(record("b7", "a2", result=result), 0)
    assert rows.columns["result"] == seen
    assert rows.counts["games"] == 1
    assert rows.counts.get(result, 0) == (result != "*")


def test_a_search_replaces_the_scores_of_the_record() -> None:
    rows = rows_of(record("b7", scores=("+1.00",)), 0, lambda position: len(position.played))
    assert rows.columns["value"] == [0]


@pytest.mark.parametrize("moves", [("b7", "b7"), ("z9",), ("a2",)])
def test_a_game_that_breaks_the_rules_is_refused_by_the_number_of_the_move(
    moves: tuple[str, ...],
) -> None:
    wrong = record().replace(moves=tuple(map(PlayedMove, moves)))
    with pytest.raises(BadRecord, match=f"^move {len(moves)}: "):
        rows_of(wrong, 0)


def test_rows_of_games_follow_one_another() -> None:
    both, second = rows_of(record("b7", "a2"), 0), rows_of(record("f1"), 1)
    both.add(second)
    assert len(both) == 3
    assert both.legal[both.borders[2] : both.borders[3]] == second.legal
    assert {name: len(column) for name, column in both.columns.items()} == dict.fromkeys(
        set(COLUMNS) - {"legal", "action"}, 3
    )
    assert both.counts["positions"] == 3


@pytest.mark.parametrize(
    ("text", "value"),
    [("-0.07", -7), ("#1", 30_999), ("#-1", -30_998), ("1e5", None), ("", None), ("9" * 99, None)],
)
def test_a_score_is_counted_in_hundredths(text: str, value: int | None) -> None:
    assert value_of(text) == value
