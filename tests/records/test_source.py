"""Files of games: what is no text is told so, and where a letter is cut does not matter."""

from __future__ import annotations

from pathlib import Path

import pytest

from outwit.errors import BadRecord
from outwit.records.entry import Entry
from outwit.records.source import is_text, open_records


@pytest.mark.parametrize("data", [b"\0", b"GIF89a\xf0\x9f", b"SQLite format 3\0", b"\xff" * 64])
def test_a_file_that_is_no_text_is_named(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(data + b"\n" + data)
    with open_records(str(path)) as games:
        [fault] = games
    assert isinstance(fault, BadRecord)
    assert str(fault) == f"{str(path)!r} holds no games: it is not text in UTF-8"


@pytest.mark.parametrize("length", range(60, 70))
def test_a_letter_of_several_bytes_may_stand_anywhere(length: int, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(f'[Game "ataxx"]\n[First "{"x" * (length - 25)}é𝔸"]\n\n*\n', "utf-8")
    with open_records(str(path)) as games:
        game = next(games)
    assert isinstance(game, Entry)
    assert game.record.players[0].endswith("xé𝔸")


def test_a_beginning_may_end_within_a_letter() -> None:
    assert is_text("é".encode()[:1])
    assert not is_text("é".encode()[1:])


@pytest.mark.parametrize(
    ("name", "content"),
    [("a.jsonl", "{}\n"), ("a.txt", "{}\n"), ("a.jsonl", "Dear Ada,"), ("a.json", '[{"game": 1}]')],
)
def test_a_line_of_json_that_is_no_game_is_a_fault(name: str, content: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(content)
    with open_records(str(path)) as games:
        [fault] = games
    assert str(fault).startswith("line 1: the line is not ")


@pytest.mark.parametrize("content", ['[Game "ataxx"]\n\n*\n', '{by Ada}\n[Game "ataxx"]\n\n*\n'])
def test_text_is_read_whatever_its_file_is_called(content: str, tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    path.write_text(content)
    with open_records(str(path)) as games:
        assert isinstance(next(games), Entry)
