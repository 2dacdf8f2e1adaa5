from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

from outwit.arena.seat import PERSON, read_seat
from outwit.terminal.kept import Keeper, read_game
from tests.arena.test_livegame import live_game


def test_every_move_is_in_the_file_once_it_is_played(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path / "new" / "games")
    live = live_game()
    assert keeper.keep(live) is None
    live.play("b7")
    path = keeper.keep(live)
    assert path is not None
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-\d{4}-ataxx-[0-9a-f]{4}\.txt", path.name)
    live.play("f6")
    assert keeper.keep(live) == path
    assert read_game(path) == live.record()
    live.undo()
    keeper.keep(live)
    assert read_game(path).moves == ()


def test_games_are_listed_the_newest_first_and_damaged_files_are_reported(tmp_path: Path) -> None:
    told: list[str] = []
    keeper = Keeper(tmp_path, told.append)
    assert keeper.list() == []
    paths = [keeper.keep(live_game(move)) for move in ("b7", "a6", "b6")]
    for age, path in enumerate(paths):
        assert path is not None
        os.utime(path, (1e9 - age, 1e9 - age))
    (tmp_path / "damaged.txt").write_text('[Game "ataxx"]\n\n1. b7')
    (tmp_path / "notes").write_text("not a game")
    assert [kept.record.moves[0].move for kept in keeper.list()] == ["b7", "a6", "b6"]
    assert told == ["damaged.txt: line 3: the moves end without a result"]


def test_a_folder_that_cannot_be_written_is_reported_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told: list[str] = []
    keeper = Keeper(tmp_path / "file" / "games", told.append)
    live = live_game("b7")
    assert keeper.keep(live) is None
    assert keeper.keep(live) is None
    (line,) = told
    assert re.fullmatch(r"games are not kept in '.*games': Not a directory", line)


def test_whoever_leaves_is_told_how_to_go_on_or_where_a_finished_game_is(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path / "my games")
    live = live_game("b7", "f6")
    assert keeper.last_words(live) == ""
    path = keeper.keep(live)
    assert keeper.last_words(live) == f"To go on: outwit play --load '{path}'"
    live.resign(0)
    keeper.keep(live)
    assert keeper.last_words(live) == f"The game is kept in {path}"


def test_a_program_is_named_again_to_go_on_against_it(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path)
    live = live_game("b7")
    live.seats = (PERSON, read_seat("mine=ugi:python3 'my bot.py'", live.game))
    path = keeper.keep(live)
    words = shlex.split(keeper.last_words(live).removeprefix("To go on: "))
    assert words[:-1] == ["outwit", "play", "--load", str(path), "--against"]
    assert read_seat(words[-1], live.game) == live.seats[1]


def test_a_kept_game_goes_on_in_its_file_and_any_other_in_a_new_one(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path)
    path = keeper.keep(live_game("b7"))
    assert path is not None
    again = live_game("b7", "f6")
    keeper.go_on(again, path)
    assert keeper.keep(again) == path
    other = live_game("b7", "f6")
    keeper.go_on(other, tmp_path.parent / path.name)
    assert keeper.keep(other) != path
