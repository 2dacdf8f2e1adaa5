"""What engines for many chess variants say that is no move here is understood by the game."""

from __future__ import annotations

from pathlib import Path

import pytest

import outwit
from outwit.core.position import Position
from outwit.players.roster import BotSpec
from tests.players.bots import AMPLE, PYTHON, playing

# Speaks UCI, and answers every position with the same words.
PARROT = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "go":
        print("bestmove", sys.argv[1], flush=True)
    print({"uci": "uciok", "isready": "readyok"}.get(word, ""), flush=True)
"""


def answer(folder: Path, position: Position, words: str) -> str:
    """Return the move that is understood from what an engine says."""
    (folder / "parrot.py").write_text(PARROT)
    command = (*PYTHON, str(folder / "parrot.py"), words)
    name = next(iter(position.game.parts.variants))
    spec = BotSpec("parrot", "uci", command, (("variant", name),))
    with playing(spec, position.game) as player:
        player.begin(position)
        return player.choose(position, AMPLE)


@pytest.mark.compiled_only
def test_a_piece_that_stays_where_it_is_passes(tmp_path: Path) -> None:
    # Red cannot move, and Blue can.
    position = outwit.game("ataxx").position("xoooooo/ooooooo/ooooooo/7/7/7/7 x 0 1")
    assert list(map(str, position.legal_moves)) == ["0000"]
    assert answer(tmp_path, position, "a7a7") == "0000"


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    ("board", "understood"),
    [
        # A knight of ours in the centre: it leaves.
        ("k8/9/9/9/4K4/9/9/9/8K", "e5"),
        # A knight of theirs there, which we can take: that is done.
        ("k8/9/9/9/4k4/9/3K5/9/9", "d3e5"),
    ],
)
def test_who_does_not_move_because_the_game_is_over_for_it_moves_as_our_rules_want(
    tmp_path: Path, board: str, understood: str
) -> None:
    position = outwit.game("jesonmor").position(f"{board} w 0 0 40 0", legs="no")
    move = answer(tmp_path, position, "(none)")
    assert move.startswith(understood)
    if understood == "e5":
        position.play(move)
        assert position.outcome is not None
        assert position.outcome.winner == 0


def test_what_is_said_where_nothing_is_won_is_a_move_all_the_same() -> None:
    game = outwit.game("jesonmor")
    position = game.start(archers="no", legs="no")
    read = game.parts.variants["jesonmor"].move
    assert read(position, "(none)") in position.legal_moves
    assert read(position, "a1b3") == "a1b3"
