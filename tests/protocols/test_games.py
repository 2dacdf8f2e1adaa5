"""Whole games between two engines, refereed by our rules."""

from __future__ import annotations

import pytest

from outwit import all_games, game
from outwit.core.game import Game
from outwit.core.position import Position
from tests.protocols.manager import Manager

pytestmark = pytest.mark.compiled_only

RESULTS = {0: "p1win", 1: "p2win", None: "draw"}
# Not every game has ended by then.
MOST_MOVES = 150


def play(players: tuple[Manager, Manager], position: Position, go: str) -> None:
    """Let two engines play until the game is over, and check every move."""
    while position.outcome is None and len(position.played) < MOST_MOVES:
        player = players[position.turn]
        moves = " ".join(("moves", *position.played)) if position.played else ""
        player.says(f"position startpos {moves}".rstrip())
        position.play(player.best_move(go))


def test_a_game_of_ataxx_is_played_in_uai() -> None:
    position = game("ataxx").start(clock="100")
    with Manager("ataxx") as red, Manager("ataxx", "--protocol", "uai") as blue:
        for player in (red, blue):
            player.says("uai")
            player.hears("uaiok")
            player.says("uainewgame")
        play((red, blue), position, "go btime 2000 wtime 2000 binc 5 winc 5 nodes 3000")
        assert position.outcome is not None
        for player in (red, blue):
            player.says(f"position fen {position.text}", "go depth 3")
            assert player.hears_line() == "bestmove 0000"
            player.says("quit")
            assert player.ends() == (0, [])


@pytest.mark.parametrize("which", all_games(), ids=lambda which: which.name)
def test_every_game_is_played_in_ugi(which: Game) -> None:
    position = which.start()
    words = (which.name, "--protocol", "ugi")
    with Manager(*words) as first, Manager(*words) as second:
        play((first, second), position, "go nodes 200")
        assert len(position.played) > 5
        outcome = position.outcome
        for player in (first, second):
            player.says(f"position startpos moves {' '.join(position.played)}")
            over = player.asks("query gameover", "response ")
            assert over == f"response {'false' if outcome is None else 'true'}"
            result = "none" if outcome is None else RESULTS[outcome.winner]
            assert player.asks("query result", "response ") == f"response {result}"
