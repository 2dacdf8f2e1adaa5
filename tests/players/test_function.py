"""A function plays; at fault, it forfeits with the reason, or its error is raised."""

from __future__ import annotations

import pytest

import outwit
from outwit.core.position import Position
from outwit.errors import BotCrash, BotGarbage, IllegalMove
from outwit.players.function import FunctionPlayer

START = outwit.game("ataxx").start()


def test_a_function_plays_on_a_copy_of_its_own() -> None:
    def rude(position: Position) -> str:
        position.play("f1")
        return position.undo()

    position = START.copy()
    assert FunctionPlayer("rude", rude).choose(position) == "f1"
    assert position == START
    assert position.played == ()


def test_an_exception_is_a_crash_with_its_trace() -> None:
    def broken(position: Position) -> str:
        raise ZeroDivisionError("no zero")

    with pytest.raises(BotCrash, match=r"^ZeroDivisionError: no zero$") as caught:
        FunctionPlayer("broken", broken).choose(START)
    assert 'raise ZeroDivisionError("no zero")' in caught.value.evidence["standard error"]
    with pytest.raises(ZeroDivisionError):
        FunctionPlayer("broken", broken, strict=True).choose(START)


def test_leaving_is_a_crash_and_an_interruption_is_none() -> None:
    def leave(position: Position) -> str:
        raise SystemExit(3)

    def interrupted(position: Position) -> str:
        raise KeyboardInterrupt

    with pytest.raises(BotCrash, match="SystemExit"):
        FunctionPlayer("leave", leave).choose(START)
    with pytest.raises(KeyboardInterrupt):
        FunctionPlayer("interrupted", interrupted).choose(START)


@pytest.mark.parametrize("answer", [None, 5, ["f1"], b"f1"])
def test_an_answer_that_is_no_text_is_garbage(answer: object) -> None:
    with pytest.raises(BotGarbage, match="which is no move"):
        FunctionPlayer("odd", lambda _: answer).choose(START)  # type: ignore[arg-type,return-value]
    with pytest.raises(IllegalMove, match=r"^odd: .* is no legal move in <Ataxx"):
        FunctionPlayer("odd", lambda _: answer, strict=True).choose(START)  # type: ignore[arg-type,return-value]


def test_an_illegal_move_is_left_to_the_referee_unless_it_is_to_be_raised() -> None:
    assert FunctionPlayer("far", lambda _: "d4").choose(START) == "d4"
    with pytest.raises(IllegalMove):
        FunctionPlayer("far", lambda _: "d4", strict=True).choose(START)
