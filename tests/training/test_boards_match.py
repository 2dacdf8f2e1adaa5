"""Two networks meet on many boards, and the better one is told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import outwit

np = pytest.importorskip("numpy")

from tests.tools import ROOT  # noqa: E402
from training.networks.__main__ import main  # noqa: E402
from training.networks.boards.kernel import Kernel  # noqa: E402
from training.networks.boards.match import play_match  # noqa: E402
from training.networks.boards.settings import Lesson, ManyGames  # noqa: E402
from training.networks.boards.tables import Tables  # noqa: E402
from training.networks.dataset import features_of  # noqa: E402
from training.networks.exporting import encode  # noqa: E402
from training.networks.weights import new_weights  # noqa: E402

pytestmark = pytest.mark.compiled_only

GAME = outwit.game("ataxx")
FEATURES = features_of(GAME)


@pytest.fixture
def weak(tmp_path: Path) -> str:
    """A network that has learned nothing, and thinks that it wins."""
    return written(tmp_path / "weak.bin", scale=390, boast=20.0)


def written(path: Path, scale: int, boast: float = 0.0) -> str:
    """Write a network with new weights."""
    weights = new_weights(FEATURES, Lesson(hidden=8).recipe())
    boasting = weights.replace(
        facts={"game": GAME.name, "scale": scale}, output_bias=weights.output_bias + boast
    )
    path.write_bytes(encode(FEATURES, boasting))
    return str(path)


@pytest.mark.usefixtures("kernel")
def test_a_match_tells_which_network_is_better(
    weak: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--boards", "24", "--nodes", "60", "--balance", "0"]
    assert main(["match", "ataxx", weak, *words]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{weak} against {FEATURES.network}: ")
    assert float(told.split()[3].rstrip("%,")) < 20
    assert main(["match", "ataxx", FEATURES.network, weak, *words]) == 0
    assert float(capsys.readouterr().out.split()[3].rstrip("%,")) > 80


def test_a_network_shares_every_opening_with_itself(kernel: Kernel, tables: Tables) -> None:
    pairs = play_match(kernel, tables, tables, ManyGames("ataxx", boards=30, nodes=20))
    assert pairs.counts == (0, 0, 30, 0, 0)


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("push a", "push has no features"),
        ("jesonmor a", "jesonmor has no rules for many boards"),
        ("ataxx {none}", "there is no file"),
        ("ataxx {own} {none}", "there is no file"),
        ("ataxx {none} --boards 0", "boards: 0 is not from 1"),
        ("ataxx {own} --seed 99999999999999999999", "seed: 99999999999999999999 is not from"),
        ("ataxx {junk}", "is no network"),
        ("ataxx {own} {junk}", "is no network"),
        ("ataxx {other}", "is a network of santorini, for other features"),
        ("ataxx {flat}", "is no network: its scale is 0"),
    ],
)
def test_a_match_that_cannot_be_is_one_line(
    words: str, fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "junk").write_bytes(bytes(range(256)))
    names = {
        "none": tmp_path / "none",
        "own": FEATURES.network,
        "junk": tmp_path / "junk",
        "other": features_of(outwit.game("santorini")).network,
        "flat": written(tmp_path / "flat", scale=0),
    }
    assert main(["match", *(word.format(**names) for word in words.split())]) == 2
    told = capsys.readouterr().err
    assert fault in told
    assert told.count("\n") == 1


@pytest.mark.usefixtures("kernel")
def test_nobody_needs_to_listen_to_a_match() -> None:
    command = [sys.executable, "-m", "training.networks", "match", "ataxx"]
    words = [FEATURES.network, "--boards", "4", "--nodes", "2", "--balance", "0"]
    with subprocess.Popen(
        [*command, *words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == ""
        assert process.wait() == 141
