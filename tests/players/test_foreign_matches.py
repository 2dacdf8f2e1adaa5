"""Matches against engines from elsewhere: scores, forfeits, going on, and one adapter's board."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from subprocess import CompletedProcess
from types import ModuleType

import pytest

import outwit
from outwit.ratings.pentanomial import Pentanomial
from tests.scripts import call_here

BENCH = Path(__file__).parents[2] / "bench"
# It never makes a move that is one.
BOT = """\
import sys
for line in sys.stdin:
    if line == "ugi\\n":
        print("ugiok", flush=True)
    elif line == "isready\\n":
        print("readyok", flush=True)
    elif line.startswith("go"):
        print("bestmove a1a9", flush=True)
"""


def match(folder: Path, *words: str) -> CompletedProcess[str]:
    """Play Ataxx against the bot, two pairs."""
    (folder / "bot.py").write_text(BOT)
    roster = folder / "roster.toml"
    roster.write_text(
        f'[[bot]]\nname = "stranger"\nkind = "ugi"\ncommand = ["python3", "{folder}/bot.py"]\n'
    )
    words = ("--ours", "random", "--games", "4", "--grace", "5", *words)
    return call_here(BENCH / "foreign.py", "ataxx", str(roster), *words)


def test_score_and_forfeits_are_printed_by_kind(tmp_path: Path) -> None:
    both, one = (Pentanomial().add(2, pairs).elo for pairs in (2, 1))
    twice, once = (f"openings won twice {pairs}, shared 0, lost twice 0" for pairs in (2, 1))
    forfeited = "4 of the games were forfeited"
    assert match(tmp_path).stdout.splitlines() == [
        f"stranger: 4-0-0 (won-drawn-lost), 100.0%, Elo {both}, {twice}; {forfeited}",
        f"  open board: 2-0-0 (won-drawn-lost), 100.0%, Elo {one}, {once}",
        f"  boards with blocks: 2-0-0 (won-drawn-lost), 100.0%, Elo {one}, {once}",
        "  forfeits: 4 × stranger bot-garbage",
    ]


def test_one_kind_of_boards_may_be_chosen(tmp_path: Path) -> None:
    lines = match(tmp_path, "--board", "open board", "--plies", "3").stdout.splitlines()
    assert lines[0].startswith("stranger: 4-0-0")
    assert lines[1].startswith("  open board: 4-0-0")
    assert lines[2].startswith("  forfeits: ")
    wrong = match(tmp_path, "--board", "moon")
    assert wrong.returncode == 2
    kinds = "'open board', 'boards with blocks'"
    assert wrong.stderr == f"foreign: there are no boards 'moon'; kinds of boards: {kinds}\n"


def test_rules_of_the_game_may_be_chosen(tmp_path: Path) -> None:
    assert match(tmp_path, "--rules", "clock=25").stdout.startswith("stranger: 4-0-0")
    for rule, reason in (
        ("official", "--rules: 'official' is not OPTION=VALUE"),
        ("moon=full", "moon"),
        ("clock=7", "clock"),
    ):
        wrong = match(tmp_path, "--rules", rule)
        assert wrong.returncode == 2
        assert reason in wrong.stderr
        assert len(wrong.stderr.splitlines()) == 1


def test_a_saved_match_goes_on_and_takes_no_other(tmp_path: Path) -> None:
    save = ("--save", str(tmp_path / "games.db"))
    first = match(tmp_path, *save)
    again = match(tmp_path, *save)
    assert (first.stdout, first.returncode) == (again.stdout, 0)
    other = match(tmp_path, *save, "--seed", "2")
    assert other.returncode == 2
    assert "has games of another match" in other.stderr


def test_only_chosen_bots_are_asked_for_and_unknown_ones_named(tmp_path: Path) -> None:
    roster = tmp_path / "some.toml"
    gone = '[[bot]]\nname = "gone"\nkind = "uci"\ncommand = "/nowhere/engine"\n'
    roster.write_text(f'{gone}[[bot]]\nname = "there"\nkind = "random"\n')

    def call(*words: str) -> CompletedProcess[str]:
        words = (str(roster), *words, "--ours", "random")
        return call_here(BENCH / "foreign.py", "ataxx", *words)

    assert call("there", "--games", "2").stdout.startswith("there: ")
    unknown = call("gone", "who")
    assert unknown.returncode == 2
    assert unknown.stderr == f"foreign: {str(roster)!r} has no who; there are gone, there\n"
    odd = call("there", "--games", "3")
    assert odd.returncode == 2
    assert odd.stderr.splitlines()[-1] == "foreign.py: error: argument --games: 3 is not even"


@pytest.fixture(scope="module")
def adapter() -> ModuleType:
    """Return the script that makes players of Santorini speak UGI."""
    spec = spec_from_file_location("santorini_bots", BENCH / "santorini_bots.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_adapter_follows_a_game_as_we_do(adapter: ModuleType) -> None:
    rng = Random(1)
    for _ in range(10):
        position = outwit.game("santorini").start()
        theirs = adapter.Position(position.text)
        while position.outcome is None:
            move = rng.choice(sorted(position.legal_moves))
            position.play(move)
            theirs.play(str(move))
            assert vars(theirs) == vars(adapter.Position(position.text))


def test_the_adapter_reads_moves_by_squares(adapter: ModuleType) -> None:
    position = adapter.Position("00000/00Y00B0/00000/03A20Z0/00000 w 1")
    assert adapter.read_moves(position, "b4-a3+b3") == ["A,nw,e"]
    # A step that wins has no build there; here any build will do that is free.
    assert adapter.read_moves(position, "b4-a4#") == ["A,w,n", "A,w,ne", "A,w,e", "A,w,s", "A,w,se"]
