"""A tournament that is killed, however often, ends as if nothing had happened."""

from __future__ import annotations

import os
import shlex
import sys
import time
from pathlib import Path
from random import Random

import pytest

from outwit.arena.store import open_store
from outwit.cli.contest import FORFEITED
from outwit.reports.summary import summary_of
from tests.cli.command import outwit
from tests.nursery import Talking

pytestmark = pytest.mark.compiled_only

# Greets as it should and then never answers, or answers nonsense.
ANSWERS = "{'ugi': 'ugiok', 'isready': 'readyok'}"
HANGS = f"print({ANSWERS}[line], flush=True) if line in {ANSWERS} else None"
BABBLES = HANGS.replace(" else None", " else print('\\x07 what?', flush=True)")
BOT = "import sys\nfor line in map(str.strip, sys.stdin):\n    {}\n"
KILLS = 4


def resumed(path: Path) -> Talking:
    """Begin to play a tournament, or go on."""
    return Talking(("tournament", "resume", str(path), "--jobs", "2"), os.environ)


def set_up(folder: Path, name: str) -> Path:
    """Write down a tournament of eight bots, two of them broken."""
    for bot, body in (("hangs", HANGS), ("babbles", BABBLES)):
        (folder / f"{bot}.py").write_text(BOT.format(body))
    path = folder / name
    bots = [
        *("one=random", "two=random", "careful", "engine:nodes=200", "deep=engine:nodes=600"),
        *("wide=engine:depth=2", f"hangs=ugi:{shlex.quote(sys.executable)} {folder}/hangs.py"),
        f"babbles=ugi:{shlex.quote(sys.executable)} {folder}/babbles.py",
    ]
    terms = ("--seed", "7", "--time", "0.4/move", "--most-plies", "120")
    assert outwit("tournament", "new", str(path), "ataxx", *bots, *terms).status == 0
    return path


def table(path: Path) -> list[tuple[int, str, str, int, int | None]]:
    store = open_store(str(path))
    rows = [
        (game.pairing.number, game.result, game.termination, game.plies, game.fault_of)
        for game in store.finished()
    ]
    store.close()
    return rows


def processes_of(folder: Path) -> list[str]:
    """List the processes that still run a bot of ours."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if entry.name.isdigit() and any(word.startswith(str(folder)) for word in words):
            found.append(" ".join(words))
    return found


def test_killed_several_times_the_table_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Who is killed cannot remove the folders of its bots.
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    calm, wild = set_up(tmp_path, "calm.db"), set_up(tmp_path, "wild.db")
    run = resumed(calm)
    _, complaints = run.communicate(240)
    assert run.returncode == FORFEITED, complaints
    rng = Random(3)
    interrupted = 0
    for _ in range(KILLS):
        process = resumed(wild)
        time.sleep(rng.uniform(0.3, 1.5))
        interrupted += process.poll() is None
        process.kill()
        process.communicate()
    run = resumed(wild)
    _, complaints = run.communicate(240)
    assert run.returncode == FORFEITED, complaints
    assert interrupted >= 3
    expected = table(calm)
    assert len(expected) == 56
    assert table(wild) == expected
    summary = summary_of(open_store(str(wild)))
    # Against each other, who is first to move is first to fail.
    forfeits = [(forfeit.player, forfeit.kind, forfeit.count) for forfeit in summary.forfeits]
    assert forfeits == [(6, "bot-timeout", 13), (7, "bot-garbage", 13)]
    assert all(forfeit.evidence for forfeit in summary.forfeits)
    assert not processes_of(tmp_path)
    assert not list(tmp_path.glob("outwit-bot-*"))
