from __future__ import annotations

import io
import tracemalloc
from collections.abc import Iterator

import pytest

from outwit.errors import BadRecord
from outwit.records import syntax
from outwit.records.entry import Entry
from outwit.records.jsonlines import from_json, read_json
from outwit.records.reader import read_entries, read_records
from outwit.records.record import GameRecord
from outwit.records.source import text_lines
from outwit.records.writer import write_record
from tests.mode import amount
from tests.records.samples import finished_game

GOOD = '[Game "x"]\n\n1. a b 2. c 1-0\n'


def read_all(text: str | bytes) -> tuple[list[GameRecord], list[str]]:
    """Return games and faults of a file."""
    data = text.encode() if isinstance(text, str) else text
    faults: list[str] = []
    games = list(
        read_records(text_lines(io.BytesIO(data)), lambda fault: faults.append(str(fault)))
    )
    return games, faults


def moves(record: GameRecord) -> list[str]:
    return [played.move for played in record.moves]


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        GOOD.replace("\n", "\r\n"),
        "\ufeff" + GOOD,
        "\n\n; hello\n% hello\n{ hello }\n" + GOOD,
        '[Game "x"]\na b c 1-0',
        '[Game "x"]\n1.a 1...b\n\n\n2.\tc\n1-0\n\n\n',
        '  [Game   "x" ]  \n1. a ; the {first\nb {a\nlong [comment]\n; here} c $4 1-0 {end}\n',
        '[Game "x"]\n% 1. z\n{before} "a" "\\u0062" c\n1-0',
        '[Game "x"]\n[Result "1-0"]\n1. a b {over two\nlines} c 1-0',
    ],
)
def test_what_means_the_same_reads_the_same(text: str) -> None:
    [record], faults = read_all(text)
    assert faults == []
    assert (record.game, moves(record), record.result) == ("x", ["a", "b", "c"], "1-0")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("hello\n", "line 1: a game begins with a Game tag"),
        ('[First "x"]\n', "line 1: a game begins with a Game tag"),
        ("\0\1\2\3\n\xff", "line 1: a game begins with a Game tag"),
        ('[Game "x"\n*', "line 1: '[Game \"x\"' is not a tag"),
        ('[Game "x]\n*', "line 1: '[Game \"x]' is not a tag"),
        ('[Game "x"]\n[Fi rst "x"]\n*', "line 2: '[Fi rst \"x\"]' is not a tag"),
        ('[Game "x"]\n[A "1"]\n[A "2"]\n*', "line 3: 'A' is given twice"),
        ('[Game "x"]\n[First "1"]\n[First "2"]\n*', "line 3: 'First' is given twice"),
        ('[Game "x"]\n[Option "a=1"]\n[Option "a=1"]\n*', "line 3: 'a' is given twice"),
        ('[Game "x"]\n[Option "a"]\n*', "line 2: Option 'a' is not of the form name=value"),
        ('[Game "x"]\n[A "\\q"]\n*', "line 2: '\\\\q' is not an escape"),
        ('[Game "x"]\n[A "\\u12"]\n*', "line 2: '\\\\u' is not an escape"),
        ('[Game "x"]\na\n[A "1"]\n*', "line 3: the tag A comes after the moves have begun"),
        ('[Game "x"]\na\n\nb\n\n', "line 4: the moves end without a result"),
        ('[Game "x"]\n', "line 1: the moves end without a result"),
        ('[Game "x"]\na (b) *', "line 2: '(b)' is not a move"),
        ('[Game "x"]\na! *', "line 2: '!' is not a move"),
        ('[Game "x"]\na "b *', "line 2: '\"b' is not a move"),
        ('[Game "x"]\na } *', "line 2: '}' is not a move"),
        ('[Game "x"]\na *\nb *', "line 3: 'b' stands after the result"),
        ('[Game "x"]\na 1-0 0-1', "line 2: '0-1' stands after the result"),
        ('[Game "x"]\na 1-0 "b"', "line 2: 'b' stands after the result"),
        ('[Game "x"]\n[Result "1-0"]\na 0-1', "line 2: the result is '1-0', but the moves end"),
        ('[Game "x"]\n[Result "won"]\na 0-1', "line 2: the result is 'won', but the moves end"),
        ('[Game "x"]\na\n{ b\n*', "line 3: the comment is not closed"),
        ('[Game "x"]\na {/' + "9" * 5000 + "} *", "line 2: a number in braces is too long"),
        (b'[Game "x"]\n[A "\xff"]\n*', "line 2: the line is not UTF-8"),
        ('[Game "x"]\n' + "a " * syntax.LONGEST_LINE, "line 2: the line is longer than 1,048,576"),
    ],
)
def test_a_fault_is_named_with_its_line_and_stops_no_other_game(
    text: str | bytes, fault: str
) -> None:
    data = text if isinstance(text, bytes) else text.encode()
    games, faults = read_all(data + b"\n" + GOOD.encode() + GOOD.encode())
    assert [moves(record) for record in games] == [["a", "b", "c"]] * 2
    [told] = faults
    assert fault in told
    assert told.startswith("line ")
    assert len(told) < 150
    with pytest.raises(BadRecord) as raised:
        list(read_records(text_lines(io.BytesIO(data))))
    assert str(raised.value) == told


def test_a_game_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(syntax, "LONGEST_GAME", 600)
    games, faults = read_all('[Game "x"]\n' + "a {b}\n" * 200 + GOOD)
    assert len(games) == 1
    assert faults == ["line 100: the game is longer than 600 characters"]


def test_a_tag_may_go_on_in_more_lines() -> None:
    games, faults = read_all('[Game "x"]\n[+ "y"]\n[A "1"]\n[+ "2"]\n[+ "\\n"]\n*')
    assert faults == []
    assert (games[0].game, games[0].tags) == ("xy", {"A": "12\n"})


def test_a_game_that_is_cut_off_is_named_and_the_next_is_read() -> None:
    whole = write_record(finished_game())
    for cut in range(whole.index("\n"), len(whole) - 6, 7):
        games, faults = read_all(whole[:cut] + "\n" + whole)
        assert (len(games), len(faults)) == (1, 1)


def test_two_games_on_one_line_are_not_taken_for_one() -> None:
    games, faults = read_all('[Game "x"]\na *[Game "y"]\nb *\n' + GOOD)
    assert faults == ["line 2: '[Game' is not a move, number, comment or result"]
    assert len(games) == 1


@pytest.mark.parametrize("seed", range(amount(40, 5)))
def test_noise_is_refused_and_nothing_else_happens(seed: int) -> None:
    from random import Random

    rng = Random(seed)
    data = bytearray(write_record(finished_game()).encode() * 3)
    for _ in range(rng.randrange(1, 30)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    games, faults = read_all(bytes(data))
    assert 0 < len(games) + len(faults) <= 8
    read_all(rng.randbytes(5000))


def test_an_entry_knows_its_lines() -> None:
    found = list(read_entries((GOOD + '\n[Game "y"]\n[Start "s"]\na\n\nb c\nd *').splitlines()))
    assert all(isinstance(entry, Entry) for entry in found)
    entry = found[1]
    assert isinstance(entry, Entry)
    assert [entry.line_of(place) for place in ("Game", "Start", "Result", 0, 1, 2, 3)] == [
        5, 6, 5, 7, 9, 9, 10,
    ]  # fmt: skip


def test_a_file_of_any_length_takes_no_more_memory() -> None:
    text = '[Game "x"]\n[First "y"]\n\n1. a b {+0.10/3 0.25s} 2. c *\n\n'
    number = amount(2_000, 1_000)

    def lines() -> Iterator[str]:
        for _ in range(number):
            yield from text.splitlines()

    games = read_records(lines())
    tracemalloc.start()
    try:
        assert sum(1 for _ in games) == number
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # All the games together would take many times as much.
    assert peak < 400_000


def test_the_rest_of_an_overlong_line_is_not_kept() -> None:
    file = io.BytesIO(b"a" * 1_000_000 + b"\nb\n" + b"c" * 4003 + b"\nd")
    assert [len(line) for line in text_lines(file, 1000)] == [4004, 2, 4004, 1]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("x", "not JSON"),
        ("[" * 100_000, "nested"),
        ("[]", "not the JSON object of a game"),
        ("{}", "not the JSON object of a game"),
        ('{"game":"x","color":1}', "not the JSON object of a game"),
        ('{"game":1}', "game: '1' is not a text"),
        ('{"game":"x","players":["a"]}', "players: a list of two"),
        ('{"game":"x","players":[1,2]}', "players: '1' is not a text"),
        ('{"game":"x","moves":"ab"}', "moves: a list"),
        ('{"game":"x","moves":[1]}', "'1' is not a move"),
        ('{"game":"x","moves":[{"time":1}]}', "is not a move"),
        ('{"game":"x","moves":[{"move":"a","depth":1.5}]}', "depth"),
        ('{"game":"x","moves":[{"move":"a","time":"1"}]}', "not a time"),
        ('{"game":"x","moves":[{"move":"a","time":NaN}]}', "NaN"),
        ('{"game":"x","moves":[{"move":"a","time":1e999}]}', "too long"),
        ('{"game":"x","moves":[{"move":"a","time":' + "9" * 400 + "}]}", "too long"),
        ('{"game":"x","moves":[{"move":"a","depth":' + "9" * 5000 + "}]}", "not JSON"),
        ('{"game":"x","result":"2-0"}', "result '2-0'"),
        ('{"game":"x","tags":{"a":1}}', "tags: an object of texts"),
        ('{"game":"\udc80"}', "not UTF-8"),
    ],
)
def test_a_faulty_line_of_json_is_named(line: str, fault: str) -> None:
    first, second = read_json([line, '{"game":"x"}'])
    assert isinstance(first, BadRecord)
    assert isinstance(second, Entry)
    assert str(first).startswith("line 1: ")
    assert fault in str(first)


def test_json_needs_a_game_alone() -> None:
    assert from_json('{"game":"x"}') == GameRecord("x", ("", ""), "", {}, (), "*", "", {})
