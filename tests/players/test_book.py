"""Who plays from the opening book, and how that is switched."""

from __future__ import annotations

import pytest

import outwit
from outwit.engine.openingbook import load_book
from outwit.errors import UsageError
from outwit.players.engine import EnginePlayer
from outwit.players.roster import find_bot, read_spec

ATAXX = outwit.game("ataxx")


def player(text: str, seed: int = 1) -> EnginePlayer:
    """Return the engine as described."""
    found = find_bot(read_spec(text), ATAXX, seed)
    assert isinstance(found, EnginePlayer)
    return found


@pytest.mark.parametrize(
    ("text", "uses_book"),
    [
        ("engine", True),
        ("engine:threads=2", True),
        ("engine:book=off", False),
        ("engine:level=10", True),
        ("engine:level=10,book=off", False),
        ("engine:level=9", False),
        ("engine:level=9,book=on", True),
        ("engine:nodes=500", False),
        ("engine:time=0.1", False),
        ("engine:depth=3", False),
        ("engine:nodes=500,book=on", True),
    ],
)
def test_full_strength_plays_from_the_book_and_what_is_limited_does_not(
    text: str, uses_book: bool
) -> None:
    assert (player(text).book is not None) == uses_book


def test_a_book_is_on_or_off() -> None:
    with pytest.raises(UsageError, match="neither on nor off"):
        player("engine:book=maybe")


def test_a_move_of_the_book_is_played_without_a_search() -> None:
    start = ATAXX.start()
    book = load_book(ATAXX.parts.book)
    assert book is not None
    engine = player("engine:nodes=1,book=on")
    move = engine.choose(start)
    assert move in start.legal_moves
    assert engine.thought is not None
    assert engine.thought.depth is None
    assert "engine" not in vars(engine)


def test_the_seed_decides_among_the_moves_of_the_book() -> None:
    def opening(seed: int) -> tuple[str, ...]:
        engine = player("engine:nodes=1,book=on", seed)
        position = ATAXX.start()
        for _ in range(3):
            position.play(engine.choose(position))
        return position.played

    assert opening(3) == opening(3)
    assert len({opening(seed) for seed in range(12)}) > 1


def test_outside_the_book_the_engine_searches() -> None:
    engine = player("engine:nodes=50,book=on")
    engine.choose(ATAXX.position("x5o/7/7/3xo2/7/7/o5x x 0 1"))
    assert engine.thought is not None
    assert engine.thought.depth is not None
