"""A data set is the same whatever was killed while it was made, and says how it was made."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import outwit as face
from outwit.datasets.parquet import read_card
from outwit.errors import BadFile
from tests.cli.command import outwit, refusal
from tests.tools import needs

pytestmark = [pytest.mark.compiled_only, needs("pyarrow")]

WORDS = ("dataset", "ataxx", "--games", "6", "--seed", "3", "--most-plies", "40", "--jobs", "1")
IN_PARTS = ("--group", "70")
# Kills itself instead of the second part's renaming.
KILLED = """
import os, signal, sys
from outwit.cli import attempt
replace, left = os.replace, [3]
def last(*args, **options):
    left[0] -= 1
    if not left[0]:
        os.kill(os.getpid(), signal.SIGKILL)
    replace(*args, **options)
os.replace = last
attempt(sys.argv[1:])
"""


class Killed(BaseException):
    """Ends a command as a kill does: no code of ours is to catch it."""


def table(path: Path) -> Any:
    import pyarrow.parquet

    return pyarrow.parquet.read_table(path)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data set that nothing has disturbed."""
    path = tmp_path_factory.mktemp("whole") / "games.parquet"
    answer = outwit(*WORDS, "-o", str(path))
    assert answer.status == 0, answer.err
    return path


def test_every_game_is_there_in_order(whole: Path) -> None:
    rows = table(whole).to_pylist()
    assert sorted({row["game_id"] for row in rows}) == list(range(6))
    numbers = [(row["game_id"], row["ply"]) for row in rows]
    assert numbers == sorted(set(numbers))
    game = face.game("ataxx")
    for before, after in pairwise(rows):
        if before["game_id"] == after["game_id"]:
            position = game.position(before["position"], **json.loads(before["options"]))
            position.play(before["move"])
            assert position.text == after["position"]


@pytest.mark.parametrize("step", range(6))
def test_a_kill_loses_and_doubles_nothing(
    step: int, whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.parquet"
    replace, left = os.replace, [step]

    def last(*words: Any, **options: Any) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise Killed
        replace(*words, **options)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", last)
        with pytest.raises(Killed):
            outwit(*WORDS, *IN_PARTS, "-o", str(path))
    answer = outwit(*WORDS, *IN_PARTS, "-o", str(path))
    assert answer.status == 0, answer.err
    assert table(path).equals(table(whole), check_metadata=True)
    assert sorted(file.name for file in tmp_path.iterdir()) == [path.name, f"{path.name}.md"]


def test_a_process_that_was_killed_is_gone_on_with(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    words = (*WORDS, *IN_PARTS, "-o", str(path))
    done = subprocess.run([sys.executable, "-c", KILLED, *words], timeout=60, check=False)
    assert done.returncode == -signal.SIGKILL
    assert not path.exists()
    assert outwit(*words).status == 0
    assert table(path).equals(table(whole), check_metadata=True)


def test_rows_are_in_groups_that_fit_into_memory(tmp_path: Path) -> None:
    import pyarrow.parquet

    path = tmp_path / "games.parquet"
    outwit(*WORDS, *IN_PARTS, "-o", str(path))
    found = pyarrow.parquet.ParquetFile(path).metadata
    sizes = [found.row_group(number).num_rows for number in range(found.num_row_groups)]
    assert len(sizes) > 2
    assert all(70 <= size < 110 for size in sizes[:-1])


def test_its_card_says_how_it_was_made(whole: Path) -> None:
    card = read_card(str(whole))
    assert card["game"] == "ataxx"
    assert card["outwit"] == face.__version__
    assert card["command"] == "outwit dataset ataxx --games 6 --most-plies 40 --seed 3"
    assert card["self_play"]["players"] == ["random", "random"]
    assert card["self_play"]["seed"] == 3
    assert card["reproducible"] == "yes"
    counts = card["counts"]
    assert counts["positions"] == table(whole).num_rows
    assert counts["games"] == 6
    assert sum(counts[name] for name in ("first_won", "second_won", "drawn")) == 6
    text = whole.with_name(f"{whole.name}.md").read_text()
    assert f"| command | {card['command']} |" in text
    assert "| legal | actions of the legal moves" in text


def test_a_search_fills_the_values_whatever_runs_at_once(tmp_path: Path) -> None:
    found = []
    for jobs in ("1", "2"):
        path = tmp_path / f"{jobs}.parquet"
        words = ("--games", "3", "--seed", "1", "--most-plies", "6", "--nodes", "20")
        assert outwit("dataset", "ataxx", *words, "--jobs", jobs, "-o", str(path)).status == 0
        found.append(table(path))
    assert found[0].equals(found[1])
    assert None not in found[0]["value"].to_pylist()
    assert len(set(found[0]["value"].to_pylist())) > 5


def test_players_report_the_values_unless_there_is_a_search(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    words = ("engine:nodes=20", "random", "--games", "2", "--most-plies", "8", "--seed", "1")
    outwit("dataset", "ataxx", *words, "--jobs", "1", "-o", str(path))
    rows = table(path).to_pylist()
    # The bots begin in turn: the engine first, then the random player.
    assert all((row["value"] is None) == (row["side"] != row["game_id"]) for row in rows)


def test_games_come_from_a_tournament_or_from_records(tmp_path: Path) -> None:
    cup, records = str(tmp_path / "cup.db"), str(tmp_path / "cup.txt")
    words = ("--games", "4", "--seed", "1", "--jobs", "1", "--most-plies", "20")
    outwit("match", "ataxx", "random", "b=random", *words, "--save", cup, "--records", records)
    found = []
    for source in (cup, records):
        path = tmp_path / f"{Path(source).suffix[1:]}.parquet"
        answer = outwit("dataset", "ataxx", "--from", source, "-o", str(path))
        assert answer.status == 0, answer.err
        assert answer.out.startswith(f"{path}: ")
        found.append(table(path))
    assert 0 < found[0].num_rows <= 80
    assert found[0].equals(found[1])


def test_games_of_another_kind_and_faulty_ones_are_left_out(tmp_path: Path) -> None:
    source, path = tmp_path / "games.txt", str(tmp_path / "games.parquet")
    good, faulty = '[Game "ataxx"]\n\n1. f1 a2 *\n\n', '[Game "ataxx"]\n\n1. f1 f1 *\n\n'
    source.write_text(f'[Game "push"]\n\n*\n\n{good}{faulty}{good}')
    words = ("dataset", "ataxx", "--from", str(source), "-o", path)
    answer = outwit(*words)
    assert (answer.status, answer.out) == (2, "")
    assert "game 3: move 2: move 'f1' is not legal here" in answer.err
    # What was refused stays in nobody's way.
    assert list(tmp_path.iterdir()) == [source]
    assert outwit(*words, "--skip-faults").status == 0
    assert table(Path(path))["game_id"].to_pylist() == [1, 1, 3, 3]
    assert read_card(path)["counts"]["left_out"] == 2


@pytest.mark.parametrize(
    ("content", "more", "reason"),
    [
        ("", (), " holds no games: it is empty"),
        ("; only a comment", (), " holds no games"),
        ('[Game "push"]\n\n*\n', (), " holds no game of ataxx: game 1 is 'push'"),
        ('[Game "ataxx"]\n\n*\n', (), " holds no move of ataxx"),
        ("Dear Ada,", (), ", game 1: line 1: a game begins with a Game tag"),
        ("Dear Ada,", ("--skip-faults",), " holds no game of ataxx: game 1: line 1: a game begins"),
        ("\0", (), " holds no games: it is not text in UTF-8"),
    ],
)
def test_a_file_without_games_is_refused_and_leaves_nothing(
    content: str, more: tuple[str, ...], reason: str, tmp_path: Path
) -> None:
    source = tmp_path / "games.txt"
    source.write_text(content)
    path = str(tmp_path / "games.parquet")
    said = refusal("dataset", "ataxx", "--from", str(source), "-o", path, *more)
    assert said.startswith(f"{str(source)!r}{reason}")
    assert list(tmp_path.iterdir()) == [source]


def test_a_tournament_of_another_game_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    cup, path = tmp_path / "cup.db", str(tmp_path / "games.parquet")
    words = ("--games", "2", "--jobs", "1", "--most-plies", "2", "--save", str(cup))
    outwit("match", "push", "random", "b=random", *words)
    said = refusal("dataset", "ataxx", "--from", str(cup), "-o", path)
    assert said == f"{str(cup)!r} holds no game of ataxx: game 1 is 'push'"
    assert list(tmp_path.iterdir()) == [cup]


def test_bots_that_do_not_start_leave_nothing(tmp_path: Path) -> None:
    path = str(tmp_path / "games.parquet")
    assert outwit("dataset", "ataxx", "ugi:/bin/false", "-o", path).status == 2
    assert list(tmp_path.iterdir()) == []


def test_another_plan_or_a_finished_file_is_refused(whole: Path, tmp_path: Path) -> None:
    assert refusal(*WORDS, "-o", str(whole)).endswith("exists already; choose another name")
    begun = Path(f"{tmp_path / 'new.parquet'}.part")
    begun.mkdir()
    (begun / "plan.json").write_text('{"game": "push", "self_play": null}')
    said = refusal(*WORDS, "-o", str(tmp_path / "new.parquet"))
    assert "was begun with another game: repeat that command, or delete" in said


def test_options_of_play_do_not_go_with_games_that_are_there(tmp_path: Path) -> None:
    source = tmp_path / "games.txt"
    source.write_text('[Game "ataxx"]\n\n*\n')
    words = ("dataset", "ataxx", "--from", str(source), "-o", str(tmp_path / "games.parquet"))
    assert refusal(*words, "--seed", "1") == "--seed does not go with --from"
    assert refusal(*words[:2], "random", *words[2:]) == "a bot does not go with --from"


def test_a_seed_that_is_not_given_is_kept_for_going_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("dataset", "ataxx", "--games", "2", "--most-plies", "3", "--jobs", "1", "-o")
    path = tmp_path / "games.parquet"
    with monkeypatch.context() as patch:
        patch.setattr("outwit.datasets.dataset.DataSet.finish", raise_killed)
        with pytest.raises(Killed):
            outwit(*words, str(path))
    plan = json.loads(Path(f"{path}.part", "plan.json").read_text())
    assert outwit(*words, str(path)).status == 0
    assert read_card(str(path))["self_play"] == plan["self_play"]


def raise_killed(_: object) -> None:
    raise Killed


def test_a_file_of_somebody_else_has_no_card(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet

    path = str(tmp_path / "other.parquet")
    pyarrow.parquet.write_table(pa.table({"a": [1]}), path)
    with pytest.raises(BadFile, match="it has no card"):
        read_card(path)
    with pytest.raises(BadFile, match="cannot be read"):
        read_card(f"{path}.gone")


@pytest.mark.parametrize(
    "reader",
    [pytest.param(name, marks=needs(name)) for name in ("pandas", "polars", "datasets")],
)
def test_others_read_it(reader: str, whole: Path, tmp_path: Path) -> None:
    expected = table(whole).to_pylist()[0]
    if reader == "pandas":
        import pandas as pd

        frame = pd.read_parquet(whole)
        first = {**frame.iloc[0].to_dict(), "legal": frame["legal"][0].tolist()}
        assert frame["value"].isna().all()
    elif reader == "polars":
        import polars as pl

        first = pl.read_parquet(whole).row(0, named=True)
    else:
        from datasets import Dataset

        first = Dataset.from_parquet(str(whole), cache_dir=str(tmp_path))[0]
    del first["value"], expected["value"]
    assert first == expected


@pytest.mark.parametrize("name", ["s3:x.parquet", "file:x.parquet", "run:1.parquet"])
def test_a_name_is_never_an_address(
    name: str, whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = outwit(*WORDS, "-o", name)
    assert answer.status == 0, answer.err
    assert sorted(os.listdir(tmp_path)) == [name, f"{name}.md"]
    assert table(tmp_path / name).equals(table(whole))


def test_a_name_that_pyarrow_cannot_write_is_refused(tmp_path: Path) -> None:
    assert "choose a name without such letters" in refusal(*WORDS, "-o", f"{tmp_path}/\udcff.x")
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_place_of_the_card_stays(tmp_path: Path) -> None:
    path, card = tmp_path / "games.parquet", tmp_path / "games.parquet.md"
    card.write_text("mine")
    assert f"{str(card)!r} exists already" in refusal(*WORDS, "-o", str(path))
    assert card.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [card]
