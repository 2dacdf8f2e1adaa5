from __future__ import annotations

from outwit.courses.building import BuildTask, build
from outwit.courses.entrant import Entrant, opponent_name
from outwit.courses.playing import PlayedGame, PlayTask, play_pair
from outwit.records.reader import read_records
from outwit.storage.handins import BuildResult
from tests.courses.conftest import CLOCK
from tests.courses.programs import CRASHES, packed

LEVEL = Entrant("level 1", opponent="engine:level=1")


def entrant(name: str, program: BuildResult) -> Entrant:
    return Entrant(name, program.bot, program.built)


def play(first: Entrant, second: Entrant = LEVEL, game: str = "ataxx") -> tuple[PlayedGame, ...]:
    return play_pair(PlayTask(game, {}, CLOCK, (first, second), "Week 1", 7))


def test_a_pair_has_sides_swapped_and_the_same_opening(plays: BuildResult) -> None:
    games = play(entrant("ada #1", plays))
    assert [game.first for game in games] == [0, 1]
    records = [next(iter(read_records(game.record.splitlines(keepends=True)))) for game in games]
    assert [record.players for record in records] == [("ada #1", "level 1"), ("level 1", "ada #1")]
    assert records[0].start == records[1].start
    assert [game.plies for game in games] == [len(record.moves) for record in records]
    assert all(game.fault_of is None and game.result == record.result
               for game, record in zip(games, records, strict=True))  # fmt: skip
    assert [game.errors[game.first] for game in games] != ["", ""]
    for game in games:
        # What it says to standard error is kept by side, and so is its time.
        assert game.errors[game.first].startswith("thinking\n")
        assert game.errors[1 - game.first] == ""
        assert min(game.seconds) > 0


def test_a_program_that_ends_loses_by_its_fault_with_what_it_said(plays: BuildResult) -> None:
    broken = plays.replace(built=build(task(CRASHES)).built)
    games = play(entrant("bob #2", broken), entrant("ada #1", plays))
    assert [(game.result, game.fault_of, game.termination) for game in games] == [
        ("0-1", 0, "bot-crash"),
        ("1-0", 1, "bot-crash"),
    ]
    assert games[0].errors[0] == "I give up\n"


def task(program: str) -> BuildTask:
    return BuildTask(packed({"main.py": program}), "ataxx", {}, CLOCK)


def test_a_program_that_can_play_one_side_only_plays_one_game() -> None:
    bot = {"kind": "text", "command": ["python3", "main.py"], "settings": [], "declared": {}}
    text = Entrant("ada #1", bot, packed({"main.py": CRASHES}))
    games = play(text, LEVEL, "jesonmor")
    assert [(game.first, game.fault_of) for game in games] == [(1, 1)]
    assert play(text, text, "jesonmor") == ()


def test_bots_of_ours_are_shown_by_short_names() -> None:
    assert opponent_name("engine:level=5") == "level 5"
    assert opponent_name("random") == "random"
