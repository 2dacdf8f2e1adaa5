from __future__ import annotations

from random import Random

import pytest

from outwit.core.game import Game
from outwit.errors import BadRecord
from outwit.games import all_games, game
from outwit.records.check import check_entry, check_record, find_fault
from outwit.records.endings import FORFEITS
from outwit.records.entry import Entry
from outwit.records.reader import read_entries
from outwit.records.record import PlayedMove
from outwit.records.replay import from_position, replay
from outwit.records.writer import write_record
from tests.mode import amount
from tests.records.samples import finished_game

PUSH = (
    '[Game "push"]\n[Start "{start}"]\n[Result "{result}"]\n[Termination "{code}"]\n\n'
    "{moves} {result}"
)
SMALL, TWO = "0./0.5.0./0. O", "0.0./0.5.3.0./0.0. O"


def fault_of(
    moves: str, result: str, code: str, start: str = SMALL, options: str = ""
) -> str | None:
    text = PUSH.format(start=start, result=result, code=code, moves=moves)
    [entry] = read_entries((text.replace("\n\n", f"\n{options}\n")).splitlines())
    assert isinstance(entry, Entry), entry
    fault = check_entry(entry)
    return None if fault is None else str(fault)


@pytest.mark.parametrize(
    ("moves", "result", "code", "start"),
    [
        ("1,1", "1-0", "full", SMALL),
        ("1,1", "1-0", "", SMALL),
        ("", "*", "", SMALL),
        ("1,1", "*", "", TWO),
        ("1,1", "*", "interrupted", TWO),
        ("1,1", "0-1", "adjudicated", TWO),
        ("1,1", "1/2-1/2", "adjudicated", TWO),
        ("1,1", "1/2-1/2", "agreed-draw", TWO),
        ("1,1", "1/2-1/2", "move-limit", TWO),
        ("1,1", "1-0", "solved", TWO),
        ("1,1", "0-1", "resigned", TWO),
        ("1,1", "1-0", "out-of-time", TWO),
        ("1,1", "1-0", "bot-crash", TWO),
        ("1,1", "1-0", "bot-tampering", TWO),
    ],
)
def test_games_that_end_as_they_may(moves: str, result: str, code: str, start: str) -> None:
    assert fault_of(moves, result, code, start) is None


@pytest.mark.parametrize(
    ("moves", "result", "code", "start", "fault"),
    [
        ("1,1", "0-1", "full", SMALL, "line 3: the result is 0-1, but the game ended 1-0 (full)"),
        ("1,1", "*", "", SMALL, "line 3: the result is *, but the game ended 1-0 (full)"),
        ("1,1", "1-0", "resigned", SMALL, "line 4: the termination is 'resigned', but the game"),
        ("1,1 1,1", "1-0", "full", SMALL, "line 6: move 2: move '1,1' is not legal here: the game"),
        ("1,1\n1,1", "1-0", "full", TWO, "line 7: move 2: move '1,1' is not legal here"),
        ("x", "*", "", SMALL, "line 6: move 1: move 'x'"),
        ("1,1", "1-0", "full", TWO, "line 4: the game has not ended by 'full'"),
        ("1,1", "1-0", "", TWO, "line 3: the result is 1-0, but the game is still running"),
        ("1,1", "1-0", "luck", TWO, "line 3: the result is 1-0, but the game is still running and"),
        (
            "1,1",
            "1/2-1/2",
            "bot-crash",
            TWO,
            "line 4: a game that ends by 'bot-crash' cannot be a draw",
        ),
        ("1,1", "*", "adjudicated", TWO, "line 3: the game is adjudicated, but the result is *"),
        ("", "*", "", "0./0.5.0./0. Z", "line 2: push position: "),
    ],
)
def test_the_first_fault_is_named_with_its_line(
    moves: str, result: str, code: str, start: str, fault: str
) -> None:
    told = fault_of(moves, result, code, start)
    assert told is not None
    assert told.startswith(fault)


def test_options_must_be_the_games_and_agree_with_the_start() -> None:
    for option in ("bogus=1", "self=1", "text=1", "rows=x", "rows=9", "seed=1"):
        told = fault_of("", "*", "", options=f'[Option "{option}"]\n')
        assert told is not None
        assert told.startswith("line 5: ")


def test_a_game_must_be_known() -> None:
    with pytest.raises(BadRecord, match="there is no game 'chess'"):
        check_record(finished_game().replace(game="chess"))
    with pytest.raises(BadRecord, match="there is no game"):
        replay(finished_game().replace(game="../x"))


def test_a_finished_game_must_not_go_on() -> None:
    record = finished_game()
    check_record(record)
    longer = record.replace(moves=(*record.moves, PlayedMove("A,n,s")))
    with pytest.raises(BadRecord, match=f"move {len(record.moves) + 1}: .* the game is over"):
        check_record(longer)
    with pytest.raises(BadRecord, match="the game is over"):
        replay(longer)


def test_without_a_start_the_options_say_where_play_begins() -> None:
    jesonmor = game("jesonmor")
    position = jesonmor.start(size=5)
    position.play("a1b3")
    record = from_position(jesonmor, position).replace(start="", options={"size": "5"})
    assert find_fault(record) is None
    assert replay(record) == position


def test_a_record_begins_where_the_position_did() -> None:
    ataxx = game("ataxx")
    position = ataxx.position("x5o/7/7/7/7/7/o5x o 3 7", clock=100)
    record = from_position(ataxx, position, tags={"Round": "1"})
    assert (record.start, record.moves, record.options) == (position.text, (), {"clock": "100"})
    position.play("f7")
    position.undo()
    position.play("f6")
    record = from_position(ataxx, position, result="0-1", termination="resigned")
    assert record.start == "x5o/7/7/7/7/7/o5x o 3 7"
    assert (record.result, record.termination) == ("0-1", "resigned")
    assert find_fault(record) is None
    assert replay(record) == position


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_damaged_records_are_told_apart_and_nothing_else_happens(game: Game) -> None:
    rng = Random(7)
    position = game.start()
    while position.outcome is None and len(position.played) < 40:
        position.play(rng.choice(sorted(position.legal_moves)))
    whole = write_record(from_position(game, position)).splitlines(keepends=True)
    faulty = 0
    for _ in range(amount(400, 40)):
        lines = list(whole)
        row = rng.randrange(len(lines) - 1)
        place = rng.randrange(len(lines[row]) or 1)
        lines[row] = lines[row][:place] + rng.choice('09azA,*/ -"é\0') + lines[row][place + 1 :]
        for found in read_entries(lines):
            fault = check_entry(found) if isinstance(found, Entry) else found
            if fault is not None:
                assert str(fault).startswith("line ")
                faulty += 1
    assert faulty > amount(100, 10)


def test_every_fault_of_a_bot_can_end_a_game() -> None:
    assert {"bot-fault", "bot-absent", "bot-wrong-file", "resigned"} <= FORFEITS
