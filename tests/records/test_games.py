"""Games in a file, in one call."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import outwit
from outwit.errors import BadFile, BadRecord, UsageError

POSITION = outwit.game("ataxx").start().after("f1").after("a2")


def record() -> outwit.GameRecord:
    return outwit.GameRecord("ataxx", ("Ada", "Bo"), "", {}, (), "*", "", {})


@pytest.mark.parametrize("name", ["games.txt", "games", "games.jsonl", "games.JSON"])
def test_what_is_written_is_read(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    games = [record(), record().replace(players=("é", "–"))]
    assert outwit.write_games(path, iter(games)) == 2
    assert [*outwit.read_games(str(path))] == games


def test_a_position_is_a_game_of_its_moves(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    outwit.write_games(path, POSITION)
    [found] = outwit.read_games(path)
    assert [played.move for played in found.moves] == ["f1", "a2"]
    assert repr(found) == "<GameRecord ataxx:  –  *, 2 moves>"


def test_a_table_has_a_line_per_game(tmp_path: Path) -> None:
    outwit.write_games(tmp_path / "games.csv", [record(), record()])
    lines = (tmp_path / "games.csv").read_text().splitlines()
    assert lines[0].startswith("game,first,second,result")
    assert lines[1] == lines[2] == "ataxx,Ada,Bo,*,,0,,,"


def test_a_file_that_is_not_there_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="cannot be read: No such file"):
        outwit.read_games(tmp_path / "none.txt")


def test_a_faulty_game_is_raised_or_told(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text('[Game "ataxx"]\n\n1. f1 *\n\n[Game ataxx]\n\n[Game "push"]\n\n*\n')
    games = outwit.read_games(path)
    assert next(games).game == "ataxx"
    with pytest.raises(BadRecord, match="line 5"):
        next(games)
    told: list[BadRecord] = []
    assert [found.game for found in outwit.read_games(path, told.append)] == ["ataxx", "push"]
    assert len(told) == 1


@pytest.mark.parametrize("wrong", [None, 7, "games", b"games", [1], ["f1"]])
def test_what_is_no_game_is_not_written(tmp_path: Path, wrong: list[outwit.GameRecord]) -> None:
    with pytest.raises(UsageError, match=r"^games: "):
        outwit.write_games(tmp_path / "games.txt", wrong)
    assert not [*tmp_path.iterdir()]


def test_a_file_stays_as_it_was_when_games_end_in_an_error(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    outwit.write_games(path, [record()])

    def games() -> Iterator[outwit.GameRecord]:
        yield record()
        raise LookupError

    with pytest.raises(LookupError):
        outwit.write_games(path, games())
    assert len([*outwit.read_games(path)]) == 1
    assert [*tmp_path.iterdir()] == [path]
    with pytest.raises(BadFile, match="cannot be written"):
        outwit.write_games(tmp_path / "none" / "games.txt", [record()])
