"""Moves as people type them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import outwit
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.errors import IllegalMove, UnreadableMove
from tests.core.surface import HUGE
from tests.games.boards import advance, ataxx, jesonmor, push, santorini

GAMES = outwit.all_games()
START = {game.name: game.start for game in GAMES}
STUCK = """
    x x - - . . .
    x x - - . . .
    - - - - . . .
    - - - - . . .
    . . . . . . .
    . . . . . . .
    . . . . . o .
"""
BUILDERS = """
    . . . . . . . . .
    . B . . . . . . .
    . . . . . . . . .
"""

Case = tuple[Callable[[], Position], str, str]
MEANT: list[Case] = [
    (START["ataxx"], "B7", "b7"),
    (START["ataxx"], "  b7\t", "b7"),
    (START["ataxx"], "b 7", "b7"),
    (START["ataxx"], "a7-b7", "b7"),
    (START["ataxx"], "A7 B7", "b7"),
    (START["ataxx"], "a7b7", "b7"),
    (START["ataxx"], "a7-c7", "a7c7"),
    (START["ataxx"], "a7 -> c7", "a7c7"),
    (START["ataxx"], "A7,C7", "a7c7"),
    (lambda: ataxx(STUCK), "0000", "0000"),
    (lambda: ataxx(STUCK), "pass", "0000"),
    (lambda: ataxx(STUCK), " PASS! ", "0000"),
    (START["push"], "1 1", "1,1"),
    (START["push"], "1,1", "1,1"),
    (START["push"], "(1, 1)", "1,1"),
    (START["push"], "1.1", "1,1"),
    (
        lambda: santorini("0 0 0 0 0/0 0Y0 0B0/0 0 0 0 0/0 0A0 0Z0/0 0 0 0 0", "b 1"),
        "y,n,s",
        "Y,n,s",
    ),
    (START["santorini"], "a n e", "A,n,e"),
    (START["santorini"], "A N E", "A,n,e"),
    (START["santorini"], "a-nw-s", "A,nw,s"),
    (START["advance"], "A2 A3", ""),
    (START["advance"], "B2-B3", "b2b3"),
    (lambda: advance(BUILDERS), "b2*b3", "b2*b3"),
    (lambda: advance(BUILDERS), "B2 * B3", "b2*b3"),
    (lambda: advance(BUILDERS), "B2 B3", "b2b3"),
    (START["jesonmor"], "A1 -> B3", "a1b3"),
    (START["jesonmor"], "a1,b3", "a1b3"),
    (lambda: jesonmor("k.k\n...\nK.K"), "A1-c2", "a1c2"),
    (lambda: push("0./0.5.0./0."), " 1 / 1 ", "1,1"),
]
RIGHT = [case for case in MEANT if case[2]]


@pytest.mark.parametrize("case", RIGHT, ids=lambda case: f"{case[1]}={case[2]}")
def test_what_is_typed_is_understood(case: Case) -> None:
    make, typed, meant = case
    position = make()
    before = position.text
    found = position.read_typed(typed)
    assert (found, found.text) == (meant, meant)
    assert position.text == before
    position.play(found)
    assert position.last_move == meant


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_move_is_understood_in_every_spelling(game: Game) -> None:
    position = game.start()
    for move in position.legal_moves:
        for typed in (move, move.text, move.upper(), f"  {move} ", *move.details.spellings):
            assert position.read_typed(typed) == move


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize(
    "typed", ["", " ", "\n", "nonsense", "?", "\0", "é", "\ud800", "z99", "99999 1", "١ ١"]
)
def test_nonsense_is_no_move(game: Game, typed: str) -> None:
    position = game.start()
    with pytest.raises(IllegalMove, match=r"is not legal here|is no "):
        position.read_typed(typed)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_megabyte_is_no_move(game: Game) -> None:
    position = game.start()
    for typed in ("a" * 10**6, "a1" * 500_000, "1," * 500_000, "*" * 10**6, "1" * 10**6):
        with pytest.raises(IllegalMove) as caught:
            position.read_typed(typed)
        assert len(str(caught.value)) < 200
        with pytest.raises(UnreadableMove) as caught_strictly:
            position.play(typed)
        assert len(str(caught_strictly.value)) < 200


def test_what_may_mean_several_moves_is_none() -> None:
    with pytest.raises(UnreadableMove, match=r"'clone' may mean .* or .* or "):
        START["ataxx"]().read_typed("clone")
    with pytest.raises(UnreadableMove, match="'place' may mean 1,1 or 1,2 or 1,3"):
        START["push"]().read_typed("place")


@pytest.mark.parametrize("read", ["read_typed", "read_move", "play"])
def test_what_is_no_text_is_no_move(read: str) -> None:
    for typed in (None, 7, HUGE, b"b7", ("b7",), 0.5):
        with pytest.raises(UnreadableMove, match="a move is a text"):
            getattr(START["ataxx"](), read)(typed)


def test_after_the_end_nothing_is_a_move() -> None:
    with pytest.raises(IllegalMove, match="the game is over"):
        outwit.game("push").position("0./0.5O0./0. X").read_typed("1,1")


@pytest.mark.parametrize("typed", ["B7", "a7-b7", " b7", "b7\n", "pass"])
def test_the_strict_reader_takes_none_of_it(typed: str) -> None:
    position = START["ataxx"]()
    assert not position.is_legal(typed)
    with pytest.raises(IllegalMove):
        position.play(typed)
