from __future__ import annotations

import json
import os
from contextlib import closing
from pathlib import Path

import pytest

from outwit.arena import store as stores
from outwit.arena.adjudication import Adjudication
from outwit.arena.manifest import Manifest, SprtTerms, read_manifest
from outwit.arena.openings import Book
from outwit.arena.referee import Terms
from outwit.arena.schedule import Pairing, Schedule
from outwit.arena.store import PAGE, FinishedGame, Store, create_store, open_store
from outwit.arena.timecontrol import TimeControl
from outwit.errors import BadFile, StorageFault, UsageError
from outwit.players.roster import BotSpec
from tests.cpu import time_limit
from tests.fuzz.corpus import FOLDER

MANIFEST = Manifest(
    "test",
    "push",
    (
        BotSpec("one", "engine", settings=(("nodes", "5"),)),
        BotSpec("two", "ugi", ("bot", "-x"), reads=("/opt", "/srv")),
    ),
    Schedule("round-robin", 2, 3, 4),
    Terms(TimeControl(game=1.5, increment=0.25), Adjudication(100, 0.5, 3, 10)),
    Book(3, (("rows", "5"),), ("a", "b"), 50),
    7,
    SprtTerms(0.0, 5.0),
    hashes=("", "abc"),
)


def played(number: int, result: str = "1-0", fault_of: int | None = None) -> FinishedGame:
    pairing = Pairing(number, 0, number % 2, 1 - number % 2, number // 2)
    return FinishedGame(pairing, result, "full", 12, fault_of, f"record {number}")


def test_a_manifest_is_read_as_it_was_written() -> None:
    assert read_manifest(MANIFEST.to_json()) == MANIFEST
    hash(read_manifest(MANIFEST.to_json()))


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "1", "null", '{"terms": 1}'])
def test_a_damaged_manifest_is_refused(text: str) -> None:
    with pytest.raises(BadFile, match="manifest is damaged"):
        read_manifest(text)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("sprt", "elo1"), 10**400),
        (("sprt", "elo1"), float("nan")),
        (("sprt", "elo1"), float("inf")),
        (("sprt", "elo1"), -7.0),
        (("sprt", "alpha"), 0.0),
        (("terms", "adjudication", "draw_score"), float("-inf")),
        (("schedule", "joined"), [10**15]),
        (("schedule", "joined"), [-1]),
    ],
)
def test_a_manifest_with_numbers_that_cannot_be_is_refused(
    place: tuple[str, ...], value: object
) -> None:
    facts = json.loads(MANIFEST.replace(sprt=SprtTerms(0, 5)).to_json())
    assert read_manifest(json.dumps(facts)).sprt == SprtTerms(0.0, 5.0)
    within = facts
    for name in place[:-1]:
        within = within[name]
    within[place[-1]] = value
    with pytest.raises(BadFile, match="manifest is damaged"):
        read_manifest(json.dumps(facts))


def test_what_was_written_is_there_when_opened_again(tmp_path: Path) -> None:
    path = str(tmp_path / "t.db")
    store = create_store(path, MANIFEST)
    games = [played(3), played(0, "0-1", 1), played(1, "1/2-1/2")]
    store.add(games[:2])
    store.add(games[2:])
    store.close()
    again = open_store(path)
    assert again.manifest == MANIFEST
    assert again.count() == 3
    assert list(again.finished()) == [games[1], games[2], games[0]]
    assert numbers(again) == [0, 1, 3]
    assert list(again.results()) == [(0, 0, 1, 0.0), (1, 1, 0, 0.5), (3, 1, 0, 1.0)]
    assert list(again.results(below=1)) == [(0, 0, 1, 0.0)]
    again.close()


def test_a_copy_of_the_file_alone_has_what_was_played_so_far(tmp_path: Path) -> None:
    path, copy = tmp_path / "cup.db", tmp_path / "copy.db"
    store = create_store(str(path), MANIFEST)
    for number in range(3):
        store.add([played(number)])
    copy.write_bytes(path.read_bytes())
    copied = open_store(str(copy))
    assert numbers(copied) == [0, 1, 2]
    copied.close()
    store.close()


def numbers(store: Store) -> list[int]:
    return [number for number, *_ in store.pairs()]


def test_points_are_those_of_the_first() -> None:
    assert [played(0, result).points for result in ("1-0", "1/2-1/2", "0-1")] == [1.0, 0.5, 0.0]


def test_a_game_that_is_there_already_is_refused_with_its_whole_batch() -> None:
    store = create_store(":memory:", MANIFEST)
    store.add([played(0), played(1)])
    with pytest.raises(StorageFault, match="UNIQUE"):
        store.add([played(2), played(1), played(3)])
    assert numbers(store) == [0, 1]
    store.add([played(2)])
    assert numbers(store) == [0, 1, 2]
    store.close()


def test_numbers_come_page_by_page_with_those_added_meanwhile() -> None:
    store = create_store(":memory:", MANIFEST)
    store.add(played(number) for number in range(PAGE))
    pairs = store.pairs()
    assert next(pairs)[0] == 0
    store.add([played(PAGE + 5)])
    assert [number for number, *_ in pairs] == [*range(1, PAGE), PAGE + 5]
    store.close()


def test_an_existing_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    file.write_text("mine")
    for path in (file, tmp_path):
        with pytest.raises(UsageError, match="exists already; resume it"):
            create_store(str(path), MANIFEST)
    assert file.read_text() == "mine"


def test_of_a_file_that_cannot_be_made_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "SCHEMA", "create nothing")
    with pytest.raises(StorageFault, match="cannot be written"):
        create_store(str(tmp_path / "t.db"), MANIFEST)
    assert not list(tmp_path.iterdir())


def test_a_file_in_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StorageFault, match=r"cannot be written: there is no folder '.*none'"):
        create_store(str(tmp_path / "none" / "t.db"), MANIFEST)


def test_a_file_that_may_not_be_written_can_be_read_and_nothing_is_left_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a cup?#.db"
    store = create_store(str(path), MANIFEST)
    store.add([played(0)])
    store.close()
    # Whoever runs the tests may be permitted everything.
    monkeypatch.setattr(os, "access", lambda path, mode: not mode & os.W_OK)
    reader = open_store(str(path), to_read=True)
    assert numbers(reader) == [0]
    with pytest.raises(StorageFault, match="cannot be read or written"):
        reader.add([played(1)])
    assert list(tmp_path.iterdir()) == [path]
    reader.close()
    assert list(tmp_path.iterdir()) == [path]
    refused = "cannot be written: you are not permitted"
    with pytest.raises(StorageFault, match=refused):
        open_store(str(path))
    with pytest.raises(StorageFault, match=refused):
        create_store(f"{path}2", MANIFEST)


def test_a_reader_that_may_not_write_sees_what_is_played_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(tmp_path / "t.db")
    store = create_store(path, MANIFEST)
    store.add([played(0)])
    monkeypatch.setattr(os, "access", lambda path, mode: not mode & os.W_OK)
    reader = open_store(path, to_read=True)
    store.add([played(1)])
    assert numbers(reader) == [0, 1]
    reader.close()
    store.close()


@pytest.mark.parametrize("data", [b"", b"no database at all\n" * 100, b"SQLite format 3\0" * 9])
def test_what_is_no_database_is_refused_and_left_alone(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "t.db"
    file.write_bytes(data)
    with pytest.raises(BadFile, match=r"t\.db"):
        open_store(str(file))
    assert file.read_bytes() == data
    assert list(tmp_path.iterdir()) == [file]


def test_a_folder_or_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="is a folder, not a tournament"):
        open_store(str(tmp_path))
    with pytest.raises(BadFile, match="there is no tournament"):
        open_store(str(tmp_path / "none"))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ("delete from meta where key = 'manifest'", "has no manifest"),
        ("update meta set value = '{' where key = 'manifest'", "manifest is damaged"),
        ("drop table meta", "is not a tournament, or damaged: no such table"),
    ],
)
def test_a_file_without_a_manifest_is_refused(tmp_path: Path, change: str, complaint: str) -> None:
    path = str(tmp_path / "t.db")
    store = create_store(path, MANIFEST)
    with store.connection:
        store.connection.execute(change)
    store.close()
    with pytest.raises(BadFile, match=complaint):
        open_store(path)


@pytest.mark.parametrize(
    "change",
    [
        "update meta set value = cast(x'1b5b324aff' || value as text) where key = 'manifest'",
        "update meta set value = cast(x'1b5b324a' as text) where key = 'format'",
        "pragma writable_schema = on; update sqlite_schema set sql = x'1b5b324a' || sql",
        "pragma writable_schema = on; update sqlite_schema set name = x'ff', sql = 'x'",
    ],
)
def test_a_refusal_repeats_little_of_a_damaged_file_and_nothing_that_a_terminal_obeys(
    tmp_path: Path, change: str
) -> None:
    path = str(tmp_path / "t.db")
    store = create_store(path, MANIFEST)
    store.connection.executescript(change)
    store.close()
    with pytest.raises(BadFile) as refusal:
        open_store(path)
    message = str(refusal.value)
    assert message.isprintable()
    assert len(message) < 600
    assert message.count(path) <= 1


def test_games_of_a_damaged_file_that_come_again_and_again_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    path.write_bytes((FOLDER / "tournaments" / "found-games-out-of-order").read_bytes())
    with closing(open_store(str(path))) as store, time_limit(5):
        with pytest.raises(BadFile, match="its games are not in order"):
            list(store.finished())
        with pytest.raises(BadFile, match="its games are not in order"):
            list(store.pairs())


def test_a_file_of_another_format_is_named(tmp_path: Path) -> None:
    path = tmp_path / "cup.db"
    store = create_store(str(path), MANIFEST)
    with store.connection:
        store.connection.execute("update meta set value = '99' where key = 'format'")
    store.close()
    with pytest.raises(BadFile, match="format 99"):
        open_store(str(path))
