from __future__ import annotations

import pytest

import outwit
from outwit.arena.livegame import LiveGame
from outwit.arena.seat import PERSON, Seat, level_seat
from outwit.arena.timecontrol import TimeControl, read_time_control
from outwit.errors import BotCrash, IllegalMove, NothingToUndo
from outwit.players.player import Thought
from outwit.records.check import check_record
from outwit.records.endings import DECLINED, WITHDRAWN
from outwit.records.reader import read_records
from outwit.records.record import GameRecord
from outwit.records.writer import write_record

BOT = level_seat(3)
UNLIMITED = TimeControl()


class Watch:
    """A clock that goes on only when told."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


def live_game(
    *moves: str,
    seats: tuple[Seat, Seat] = (PERSON, BOT),
    control: TimeControl = UNLIMITED,
    watch: Watch | None = None,
) -> LiveGame:
    """Return a game of Ataxx after some moves."""
    game = outwit.game("ataxx")
    live = LiveGame(game, game.start(), seats, control, watch or Watch())
    for move in moves:
        live.play(move)
    return live


def test_a_move_is_checked_and_kept_with_what_the_bot_thought() -> None:
    live = live_game("b7")
    with pytest.raises(IllegalMove, match="'d4' is not legal"):
        live.play("d4")
    live.play("f6", Thought("+1.20", 7))
    assert live.turn_of_person
    assert [(played.move, played.score, played.depth) for played in live.moves] == [
        ("b7", "", None),
        ("f6", "+1.20", 7),
    ]


def test_undo_takes_back_the_answer_too_and_redo_brings_both_again() -> None:
    live = live_game("b7", "f6", "b6")
    text = live.position.text
    live.undo()
    assert [move.move for move in live.moves] == ["b7", "f6"]
    live.undo()
    assert live.moves == []
    assert live.turn_of_person
    live.redo()
    assert list(live.position.played) == ["b7", "f6"]
    live.redo()
    assert live.position.text == text
    with pytest.raises(NothingToUndo, match="no move has been taken back"):
        live.redo()


def test_another_move_forgets_what_was_taken_back() -> None:
    live = live_game("b7", "f6")
    live.undo()
    live.play("a6")
    assert live.undone == []


def test_between_two_persons_one_move_is_taken_back() -> None:
    live = live_game("b7", "f6", seats=(PERSON, PERSON))
    live.undo()
    assert list(live.position.played) == ["b7"]


@pytest.mark.parametrize(
    ("seats", "moves", "reason"),
    [
        ((PERSON, BOT), (), "no move has been played"),
        ((BOT, PERSON), ("b7",), "you have not moved yet"),
        ((BOT, BOT), ("b7", "f6"), "you have not moved yet"),
    ],
)
def test_only_a_persons_move_can_be_taken_back(
    seats: tuple[Seat, Seat], moves: tuple[str, ...], reason: str
) -> None:
    live = live_game(*moves, seats=seats)
    with pytest.raises(NothingToUndo, match=reason):
        live.undo()
    assert list(live.position.played) == list(moves)


def test_the_clock_of_the_side_to_move_runs() -> None:
    watch = Watch()
    live = live_game(control=read_time_control("60+2"), watch=watch)
    watch.time += 10
    assert live.clocks() == (50.0, 60.0)
    live.play("b7")
    assert live.clocks() == (52.0, 60.0)
    watch.time += 1
    assert live.clocks() == (52.0, 59.0)
    assert live.allowance().clocks == (52.0, 59.0)
    assert (live.moves[0].time, live.moves[0].clock) == (10.0, 52.0)


def test_clocks_are_as_they_were_after_undo_and_redo() -> None:
    watch = Watch()
    live = live_game(control=read_time_control("60+0"), watch=watch)
    for move in ("b7", "f6"):
        watch.time += 5
        live.play(move)
    watch.time += 20
    live.undo()
    assert live.clocks() == (60.0, 60.0)
    live.redo()
    assert live.clocks() == (55.0, 55.0)


def test_a_paused_clock_stands() -> None:
    watch = Watch()
    live = live_game(control=read_time_control("60"), watch=watch)
    watch.time += 1
    live.pause()
    watch.time += 100
    assert live.clocks() == (59.0, 60.0)
    live.resume()
    live.resume()
    watch.time += 1
    assert live.clocks() == (58.0, 60.0)


@pytest.mark.parametrize("control", ["60+5", "60/move"])
def test_who_has_no_time_left_has_lost(control: str) -> None:
    watch = Watch()
    live = live_game("b7", control=read_time_control(control), watch=watch)
    watch.time += 60
    assert not live.flag()
    watch.time += 1
    assert live.flag()
    assert (live.result, live.termination) == ("1-0", "out-of-time")
    assert live.sentence == "Red wins: Blue has run out of time"
    check_record(live.record())


@pytest.mark.parametrize(("control", "other"), [("60+5", 65.0), ("60/move", 60.0)])
def test_who_lost_on_time_has_none_left_whoever_looks_later(control: str, other: float) -> None:
    watch = Watch()
    live = live_game("b7", control=read_time_control(control), watch=watch)
    watch.time += 61
    assert live.flag()
    again = LiveGame.of_record(through_text(live), live.seats)
    assert live.clocks() == again.clocks() == (other, 0.0)


def test_a_move_that_comes_too_late_is_not_played() -> None:
    watch = Watch()
    live = live_game(control=read_time_control("3"), watch=watch)
    watch.time += 4
    live.play("b7")
    assert live.is_over
    assert live.moves == []
    with pytest.raises(IllegalMove, match="the game is over"):
        live.play("b7")


def test_without_a_time_control_nobody_loses_on_time() -> None:
    watch = Watch()
    live = live_game(watch=watch)
    watch.time += 1e9
    assert not live.flag()
    assert live.clocks() is None


def test_who_resigns_has_lost() -> None:
    live = live_game("b7")
    live.resign(0)
    live.resign(1)
    assert (live.result, live.termination) == ("0-1", "resigned")
    assert live.sentence == "Blue wins: Red resigned"
    check_record(live.record())
    live.undo()
    assert live.result == "*"


def test_an_end_that_a_player_made_is_told_from_the_readers_side() -> None:
    live = live_game("b7")
    live.resign(0)
    assert live.sentence_for(0) == "You lost: you resigned"
    assert live.sentence_for(1) == "You won: your opponent resigned"
    assert live.sentence_for(None) == "Blue wins: Red resigned"
    watch = Watch()
    live = live_game("b7", control=read_time_control("60+0"), watch=watch)
    watch.time += 100
    assert live.flag()
    assert live.sentence_for(1) == "You lost: your time ran out"
    assert live.sentence_for(0) == "You won: your opponent's time ran out"
    again = LiveGame.of_record(live.record(), (PERSON, BOT))
    assert again.sentence_for(1) == live.sentence_for(1)


def test_a_bot_at_fault_forfeits_and_the_sentence_says_why() -> None:
    live = live_game("b7")
    live.forfeit(1, BotCrash("it ended\nwith status 1"))
    assert (live.result, live.termination) == ("1-0", "bot-crash")
    assert live.sentence == "Red wins: Blue (level 3) forfeits because it ended with status 1"
    again = LiveGame.of_record(through_text(live), live.seats)
    assert again.sentence == live.sentence


def test_the_rules_end_a_game_with_their_sentence() -> None:
    game = outwit.game("ataxx")
    live = LiveGame(game, game.position("xo5/7/7/7/7/7/7 x 0 1"), (PERSON, BOT))
    assert (live.result, live.sentence) == ("*", "Red to move")
    live.play("a6")
    assert live.sentence == "Red wins 3–0: one side has no piece left"
    assert (live.result, live.termination, live.turn_of_person) == ("1-0", "wiped-out", False)
    live.undo()
    assert (live.result, live.termination) == ("*", "")


def test_an_unfinished_record_goes_on_with_its_clocks() -> None:
    watch = Watch()
    live = live_game(control=read_time_control("60+1"), watch=watch)
    for move in ("b7", "f6", "b6"):
        watch.time += 4
        live.play(move)
    again = LiveGame.of_record(through_text(live), live.seats)
    again.pause()
    assert again.control == live.control
    assert (round(again.clock.left[0]), round(again.clock.left[1])) == (54, 57)
    again.undo()
    assert again.clock.left == [57.0, 57.0]
    again.play("b6")
    assert not again.is_over


def test_a_finished_record_is_only_shown() -> None:
    live = live_game("b7", "f6")
    live.resign(0)
    again = LiveGame.of_record(through_text(live), live.seats)
    assert again.sentence == "Blue wins: Red resigned"
    assert not again.turn_of_person
    with pytest.raises(NothingToUndo, match="only shown"):
        again.undo()


def test_a_record_settled_otherwise_says_how() -> None:
    record = live_game("b7").record().replace(result="1/2-1/2", termination="agreed-draw")
    assert LiveGame.of_record(record, (PERSON, BOT)).sentence == "Draw: both players judged it even"


def through_text(live: LiveGame) -> GameRecord:
    (record,) = read_records(write_record(live.record()).splitlines(keepends=True))
    assert record == live.record()
    return record


@pytest.mark.parametrize("code", [DECLINED, WITHDRAWN])
def test_a_game_that_was_called_off_has_no_result_and_stays_so(code: str) -> None:
    live = live_game(seats=(PERSON, PERSON))
    live.call_off(code)
    assert live.is_over
    assert (live.result, live.termination) == ("*", code)
    assert live.sentence == f"Not played: the invitation was {code}"
    (record,) = read_records(write_record(live.record()).splitlines())
    again = LiveGame.of_record(record, live.seats)
    assert again.is_over
    assert again.sentence == live.sentence
