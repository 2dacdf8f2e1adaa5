from __future__ import annotations

import io
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit.core.game import Game
from outwit.errors import BadRecord
from outwit.games import all_games
from outwit.records import syntax
from outwit.records.check import find_fault
from outwit.records.jsonlines import from_json, read_json, to_json
from outwit.records.quoting import escape, unescape
from outwit.records.reader import read_records
from outwit.records.record import GameRecord, PlayedMove
from outwit.records.replay import replay
from outwit.records.source import text_lines
from outwit.records.writer import WIDTH, write_record
from tests.records.samples import ANY_TEXT, any_records, finished_game, played_games

GAMES = all_games()


def through_a_file(text: str, end: str = "\n") -> list[GameRecord]:
    """Write a text to a file and read its games."""
    data = text.replace("\n", end).encode()
    return list(read_records(text_lines(io.BytesIO(data))))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@given(data=st.data())
def test_every_game_comes_back_from_text_and_json_and_follows_the_rules(
    game: Game, data: st.DataObject
) -> None:
    record = data.draw(played_games(game))
    assert through_a_file(write_record(record)) == [record]
    assert through_a_file(write_record(record), "\r\n") == [record]
    assert from_json(to_json(record)) == record
    assert find_fault(record) is None
    assert replay(record).played == tuple(played.move for played in record.moves)


@given(st.lists(any_records(), max_size=3))
def test_any_text_survives_wherever_it_stands(records: list[GameRecord]) -> None:
    text = "".join(map(write_record, records))
    assert through_a_file(text) == records
    assert list(read_records(text.splitlines())) == records
    assert [from_json(to_json(record)) for record in records] == records
    entries = list(read_json([to_json(record) for record in records]))
    assert [getattr(entry, "record", None) for entry in entries] == records


@given(ANY_TEXT)
def test_escapes_are_undone(text: str) -> None:
    assert unescape(escape(text)) == text
    assert escape(text).isprintable() or "\n" not in escape(text)


def test_a_long_value_goes_on_in_more_lines() -> None:
    record = finished_game().replace(tags={"Evidence": '"\\\n\udc80é' * 20_000})
    text = write_record(record)
    assert max(map(len, text.splitlines())) < 7_000
    assert through_a_file(text) == [record]


def test_lines_of_moves_are_not_too_wide() -> None:
    record = finished_game()
    thoughtful = record.replace(
        moves=tuple(PlayedMove(m.move, 0.1, 5.25, "+0.12", 7) for m in record.moves)
    )
    for written in (record, thoughtful):
        assert max(map(len, write_record(written).splitlines())) <= WIDTH
        assert through_a_file(write_record(written)) == [written]


@pytest.mark.parametrize(
    ("comment", "meant"),
    [
        ("+1.23/8 0.152s clock 59.8s", PlayedMove("b7", 0.152, 59.8, "+1.23", 8)),
        ("#-3", PlayedMove("b7", score="#-3")),
        ("/8", PlayedMove("b7", depth=8)),
        (" 1e-05s ", PlayedMove("b7", time=1e-05)),
        ("clock 3s", PlayedMove("b7", clock=3.0)),
        (r'"\u007b me" 2s', PlayedMove("b7", 2.0, score="{ me")),
        ("a good move", PlayedMove("b7", comment="a good move")),
        (r"+1.23 \u007b \x", PlayedMove("b7", comment=r"+1.23 { \x")),
        ("+1.23} {good} {really", PlayedMove("b7", score="+1.23", comment="good really")),
        ("", PlayedMove("b7")),
    ],
)
def test_braces_hold_an_annotation_or_a_comment(comment: str, meant: PlayedMove) -> None:
    [record] = read_records(['[Game "x"]', f"b7 {{{comment}}} *"])
    assert record.moves == (meant,)


def test_a_comment_before_the_first_move_is_on_the_game() -> None:
    text = '[Game "x"]\n{ a good\n  game } {+1.23}\n1. b7 {over\ntwo lines} *'
    [record] = read_records(text.splitlines())
    assert record.comment == "a good game +1.23"
    assert record.moves == (PlayedMove("b7", comment="over two lines"),)


def test_long_comments_are_wrapped() -> None:
    record = finished_game()
    talkative = record.replace(
        moves=tuple(PlayedMove(m.move, 0.1, comment="well played " * 30) for m in record.moves),
        comment="[Game x] " * 100,
    )
    text = write_record(talkative)
    assert max(map(len, text.splitlines())) <= WIDTH
    assert through_a_file(text) == [talkative]


def test_what_no_reader_would_take_is_not_written() -> None:
    record = finished_game()
    for bad in (
        record.replace(result="2-0"),
        record.replace(moves=(PlayedMove("b7", time=inf),)),
        record.replace(moves=(PlayedMove("b7", clock=nan),)),
        record.replace(moves=(PlayedMove("b" * syntax.LONGEST_LINE),)),
        record.replace(start="x" * syntax.LONGEST_GAME),
    ):
        with pytest.raises(BadRecord):
            write_record(bad)


def test_a_blank_in_a_move_does_not_make_two_of_it() -> None:
    record = GameRecord("x", ("", ""), "", {}, (PlayedMove("c3 d4"), PlayedMove("b7")), "*", "", {})
    assert through_a_file(write_record(record)) == [record]


def test_escaped_halves_of_a_character_are_the_character_in_text_and_json() -> None:
    halves = "\\ud83d\\ude00"
    text = f'[Game "{halves}"]\n\n{{{halves}}} 1. "{halves}" *\n'
    (record,) = read_records(text.splitlines())
    assert (record.game, record.comment, record.moves[0].move) == ("\U0001f600",) * 3
    assert from_json(to_json(record)) == record
