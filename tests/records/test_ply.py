from __future__ import annotations

import pytest

from outwit.errors import BadRecord
from outwit.games import game
from outwit.records.record import GameRecord, PlayedMove
from outwit.records.replay import replay
from tests.records.samples import finished_game


def test_plies_are_the_positions_before_each_move() -> None:
    record = finished_game()
    expected = game(record.game).position(record.start, **record.options)
    for number, (ply, played) in enumerate(zip(record.plies(), record.moves, strict=True), 1):
        assert (ply.number, ply.move, ply.position.text) == (number, played.move, expected.text)
        assert ply.move in ply.position.legal_moves
        expected.play(played.move)


def test_a_ply_says_what_the_record_says_of_its_move() -> None:
    record = finished_game()
    first = PlayedMove(record.moves[0].move, 0.5, 9.5, "+1.00", 3, "to the middle")
    ply = next(record.replace(moves=(first, *record.moves[1:])).plies())
    assert (ply.time, ply.clock, ply.score, ply.depth) == (0.5, 9.5, "+1.00", 3)
    assert ply.comment == "to the middle"


def test_the_position_is_live_and_ends_where_the_game_did() -> None:
    record = finished_game()
    positions = [ply.position for ply in record.plies()]
    assert all(position is positions[0] for position in positions)
    assert positions[0] == replay(record)


def test_a_move_that_is_not_legal_is_no_ply() -> None:
    record = finished_game()
    wrong = record.replace(moves=(*record.moves[:3], PlayedMove("A,n"), *record.moves[3:]))
    plies = wrong.plies()
    assert [next(plies).number for _ in range(3)] == [1, 2, 3]
    with pytest.raises(BadRecord, match="move 4: "):
        next(plies)


def test_a_game_that_cannot_begin_has_no_plies() -> None:
    record = GameRecord("push", ("", ""), "nonsense", {}, (), "*", "", {})
    with pytest.raises(BadRecord):
        next(record.plies())
