"""What is wrong with a tournament's file, or with its disk, is told in one line."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from outwit.arena.store import Store, create_store, open_store
from outwit.cli.commands import run_command
from outwit.errors import BadFile, OutwitError, StorageFault
from tests.cli.command import outwit
from tests.mode import many

pytestmark = pytest.mark.compiled_only

# What is put in the place of a value.
WRONG = (None, -1, "x", [[["x"]]], 10**30)
COMMANDS = (
    ("report",),
    ("report", "--html", "-"),
    ("report", "--csv", "-", "--json", "-"),
    ("report", "--records", "-"),
    ("add", "late=random"),
    ("run", "--jobs", "1"),
)


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a tournament of which half has been played."""
    folder = tmp_path_factory.mktemp("good")
    path = folder / "cup.db"
    words = ("tournament", "new", str(path), "push", "a=random", "b=random", "c=careful")
    assert outwit(*words, "--seed", "1", "--pairs", "2").status == 0
    assert outwit("tournament", "run", str(path), "--jobs", "1").status == 0
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("delete from games where number > 5")
    return path


def damage(data: bytes, rng: Random) -> bytes:
    """Change some bytes, lose some, or put some elsewhere."""
    found = bytearray(data)
    for _ in range(rng.choice((1, 3, 30))):
        at, size = rng.randrange(len(found)), rng.choice((1, 2, 8, 100, 4096))
        kind = rng.randrange(5)
        if kind == 0:
            found[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            found[at : at + size] = rng.randbytes(len(found[at : at + size]))
        elif kind == 2:
            found[at : at + size] = bytes(len(found[at : at + size]))
        elif kind == 3:
            source = rng.randrange(len(found))
            found[at : at + size] = found[source : source + len(found[at : at + size])]
        elif len(found) > 2 * size:
            del found[-size:]
    return bytes(found)


@pytest.mark.parametrize("seed", range(many(2)))
def test_bytes_changed_at_random_cause_no_traceback(seed: int, good: Path, tmp_path: Path) -> None:
    rng = Random(seed)
    for number in range(5):
        data = damage(good.read_bytes(), rng)
        for place, words in enumerate(COMMANDS):
            path = tmp_path / f"{number}-{place}.db"
            path.write_bytes(data)
            with suppress(OutwitError):
                run_command(["tournament", words[0], str(path), *words[1:]])


def values(found: object) -> list[tuple[object, object]]:
    """List all places of a JSON value, as containers and keys."""
    if isinstance(found, dict):
        return [(found, key) for key in found] + [p for v in found.values() for p in values(v)]
    if isinstance(found, list):
        return [(found, at) for at in range(len(found))] + [p for v in found for p in values(v)]
    return []


@pytest.mark.parametrize(("place", "wrong"), [*enumerate(WRONG)])
def test_a_manifest_with_a_wrong_value_anywhere_causes_no_traceback(
    place: int, wrong: object, good: Path, tmp_path: Path
) -> None:
    # Each value in some places, and every place with some values.
    step = 1 if many(1) > 1 else 3
    store = open_store(str(good))
    text = store.manifest.to_json()
    store.close()
    for number in range(place % step, len(values(json.loads(text))), step):
        changed = json.loads(text)
        container, key = values(changed)[number]
        container[key] = wrong  # type: ignore[index]
        path = tmp_path / f"{number}.db"
        shutil.copy(good, path)
        with closing(sqlite3.connect(path)) as connection, connection:
            said = "update meta set value = ? where key = 'manifest'"
            connection.execute(said, (json.dumps(changed),))
        with suppress(OutwitError):
            run_command(["tournament", "report", str(path)])


@pytest.mark.parametrize(
    "change",
    [
        "update games set first = 99",
        "update games set second = first",
        "update games set result = '2-0'",
        "update games set plies = 'many'",
        "update games set fault_of = 7",
        "update games set record = x'ff'",
        "update games set termination = x'ff'",
    ],
)
def test_a_game_that_cannot_be_is_named(change: str, good: Path, tmp_path: Path) -> None:
    path = tmp_path / "cup.db"
    shutil.copy(good, path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"{change} where number = 3")
    with pytest.raises(BadFile, match=r"cup\.db' is damaged"):
        run_command(["tournament", "report", str(path), "--json", "-", "--records", "-"])


def test_games_that_are_not_as_scheduled_are_not_mixed_with_others(
    good: Path, tmp_path: Path
) -> None:
    path = tmp_path / "cup.db"
    shutil.copy(good, path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("update games set second = 2 where number = 0")
    with pytest.raises(BadFile, match="game 1 is not as scheduled"):
        run_command(["tournament", "run", str(path), "--jobs", "1"])


def test_a_full_disk_a_read_only_file_and_a_busy_one_are_told_of(
    good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "cup.db"
    shutil.copy(good, path)
    with closing(open_store(str(path))) as store:
        games = list(store.finished())
        fresh = [
            game.replace(pairing=game.pairing.replace(number=100 + at), record="x" * 100_000)
            for at, game in enumerate(games)
        ]
        pages = store.query("pragma page_count")[0][0]
        store.query(f"pragma max_page_count = {pages}")
        with pytest.raises(StorageFault, match=r"cup\.db' cannot be .*full"):
            store.add(fresh)
        store.query("pragma max_page_count = 1000000")
        store.query("pragma query_only = on")
        with pytest.raises(StorageFault, match="readonly"):
            store.add(fresh)
        store.query("pragma query_only = off")
        store.query("pragma busy_timeout = 10")
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("begin immediate")
            with pytest.raises(StorageFault, match="locked"):
                store.add(fresh)
        assert list(store.finished()) == games


def test_what_is_acknowledged_is_on_the_disk(tmp_path: Path, good: Path) -> None:
    with closing(open_store(str(good))) as store:
        assert synchronous(store) == 2
        manifest = store.manifest
    with closing(create_store(str(tmp_path / "new.db"), manifest)) as store:
        assert synchronous(store) == 2
    assert os.listdir(tmp_path) == ["new.db"]


def synchronous(store: Store) -> int:
    """Return how SQLite waits for the disk: 2 is always."""
    return int(store.query("pragma synchronous")[0][0])
