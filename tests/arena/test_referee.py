from __future__ import annotations

from random import Random

import pytest

from outwit.arena import referee as referee_module
from outwit.arena.adjudication import Adjudication
from outwit.arena.openings import Book, draw_opening
from outwit.arena.referee import LONGEST_EVIDENCE, Referee, Terms
from outwit.arena.timecontrol import TimeControl
from outwit.core.position import Position
from outwit.errors import BotCrash, BotFault, BotGarbage, harmless
from outwit.games import all_games, game
from outwit.players.allowance import UNLIMITED, Allowance
from outwit.players.player import Player, Thought
from outwit.players.random import RandomPlayer
from outwit.records.check import check_record
from outwit.records.reader import read_records
from outwit.records.record import GameRecord, PlayedMove
from outwit.records.writer import write_record
from tests.mode import amount, many

GAMES = [found.name for found in all_games()]
# O plays 1,1 and X plays 1,2, or the other way round; O wins with the five.
TINY = "0.0./0.5.3.0./0.0. O"


class Scripted(Player):
    """Plays what it was told to, raises it, or says it took so long."""

    def __init__(self, name: str, *moves: str | BotFault, thoughts: tuple[str, ...] = ()) -> None:
        self.name = name
        self.moves = list(moves)
        self.thoughts = list(thoughts)
        self.allowances: list[Allowance] = []

    def choose(self, position: Position, allowance: Allowance = UNLIMITED) -> str:
        self.allowances.append(allowance)
        move = self.moves.pop(0)
        if isinstance(move, BotFault):
            raise move
        if self.thoughts:
            self.thought = Thought(self.thoughts.pop(0), 3)
        return move


class Absentee(Scripted):
    """Fails before the game."""

    def begin(self, position: Position) -> None:
        raise BotCrash("never came", standard_error="x" * 2 * LONGEST_EVIDENCE + "end")


class Anybody(Player):
    """Plays by chance, without a picker, and says what it was told to say."""

    def __init__(self, seed: int, score: str = "") -> None:
        self.name = f"anybody {seed}"
        self.score = score
        self.rng = Random(seed)

    def choose(self, position: Position, allowance: Allowance = UNLIMITED) -> str:
        self.thought = Thought(self.score)
        return self.rng.choice(sorted(position.legal_moves))


class Thinker(Anybody):
    """Says something about its first move only."""

    def choose(self, position: Position, allowance: Allowance = UNLIMITED) -> str:
        if not position.played:
            self.thought = Thought("+1.00")
        return self.rng.choice(sorted(position.legal_moves))


class Watch:
    """A clock that goes on by given steps, each from one look to the next."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *seconds: float) -> None:
        self.now = 0.0
        self.seconds = list(seconds)
        self.is_thinking = False
        monkeypatch.setattr(referee_module, "perf_counter", self.look)

    def look(self) -> float:
        if self.is_thinking:
            self.now += self.seconds.pop(0)
        self.is_thinking = not self.is_thinking
        return self.now


def worth(position: Position) -> int:
    """Return what the first side can reach: 1 to win, 0 to draw, -1 to lose."""
    if (outcome := position.outcome) is not None:
        return 0 if outcome.winner is None else 1 - 2 * int(outcome.winner)
    found = []
    for move in position.legal_moves:
        position.play(move)
        found.append(worth(position))
        position.undo()
    return min(found) if position.turn else max(found)


def play_tiny(first: Player, second: Player, terms: Terms | None = None) -> GameRecord:
    push = game("push")
    record = Referee(push, terms or Terms()).play(push.position(TINY), (first, second), {"A": "b"})
    return checked(record)


def checked(record: GameRecord) -> GameRecord:
    """Return a record that follows the rules and is the same after being written and read."""
    check_record(record)
    again = next(read_records(write_record(record).splitlines()))
    check_record(again)
    assert [move.move for move in again.moves] == [move.move for move in record.moves]
    assert (again.result, again.termination) == (record.result, record.termination)
    assert again.tags == record.tags
    return record


def test_a_game_is_recorded_as_it_was_played() -> None:
    record = play_tiny(
        Scripted("Ann", "1,1", thoughts=("+2.00",)), Scripted("Ben", "1,2", thoughts=("",))
    )
    assert record == GameRecord(
        "push",
        ("Ann", "Ben"),
        TINY,
        record.options,
        (PlayedMove("1,1", score="+2.00", depth=3), PlayedMove("1,2", depth=3)),
        "1-0",
        "full",
        {"A": "b"},
    )


def test_the_second_can_win() -> None:
    assert play_tiny(Scripted("Ann", "1,2"), Scripted("Ben", "1,1")).result == "0-1"


@pytest.mark.parametrize(
    "move", ["0,0", "9,9", "", "what?", 'a"\n[Result "1-0"]\n\x1b', "x" * 9999]
)
def test_an_illegal_move_loses(move: str) -> None:
    record = play_tiny(Scripted("Ann", "1,1"), Scripted("Ben", move))
    assert (record.result, record.termination) == ("1-0", "bot-illegal")
    assert [played.move for played in record.moves] == ["1,1"]
    assert record.tags["FaultOf"] == "X"
    assert record.tags["Move"] == harmless(move)[-LONGEST_EVIDENCE:]
    assert record.tags["Board"] == "0.0./0.5O3.0./0.0. X"
    assert record.tags["A"] == "b"


def test_an_illegal_first_move_leaves_a_record_without_moves() -> None:
    record = play_tiny(Scripted("Ann", "1,1,1"), Scripted("Ben"))
    assert (record.result, record.moves, record.tags["FaultOf"]) == ("0-1", (), "O")


def test_a_fault_while_choosing_loses_with_its_evidence() -> None:
    fault = BotGarbage("said nonsense", output="blah", exit_status="3")
    record = play_tiny(Scripted("Ann", "1,1"), Scripted("Ben", fault))
    assert (record.result, record.termination) == ("1-0", "bot-garbage")
    assert record.tags["Fault"] == "said nonsense"
    assert (record.tags["Output"], record.tags["ExitStatus"]) == ("blah", "3")


@pytest.mark.parametrize("side", [0, 1])
def test_who_cannot_begin_loses_and_of_the_evidence_the_end_is_kept(side: int) -> None:
    players = [Scripted("Ann", "1,1"), Scripted("Ben", "1,2")]
    players[side] = Absentee("Eve")
    record = play_tiny(players[0], players[1])
    assert (record.result, record.termination) == (("0-1", "1-0")[side], "bot-crash")
    assert record.moves == ()
    assert record.tags["FaultOf"] == "OX"[side]
    assert record.tags["StandardError"].endswith("xend")
    assert len(record.tags["StandardError"]) == LONGEST_EVIDENCE


def test_where_neither_can_begin_the_first_loses() -> None:
    assert play_tiny(Absentee("Ann"), Absentee("Ben")).result == "0-1"


def test_a_move_that_comes_too_late_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    Watch(monkeypatch, 0.5, 1.5)
    terms = Terms(TimeControl(move=1.0))
    record = play_tiny(Scripted("Ann", "1,1"), Scripted("Ben", "1,2"), terms)
    assert (record.result, record.termination) == ("1-0", "bot-timeout")
    assert record.moves == (PlayedMove("1,1", 0.5),)
    assert "1.500 s" in record.tags["Fault"]


def test_who_uses_up_the_clock_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    Watch(monkeypatch, 2.5)
    terms = Terms(TimeControl(game=2.0, increment=5.0))
    record = play_tiny(Scripted("Ann", "1,1"), Scripted("Ben", "1,2"), terms)
    assert (record.result, record.termination) == ("0-1", "bot-timeout")


def test_clocks_go_down_and_get_the_increment(monkeypatch: pytest.MonkeyPatch) -> None:
    Watch(monkeypatch, 1.5, 0.25)
    ann, ben = Scripted("Ann", "1,1"), Scripted("Ben", "1,2")
    record = play_tiny(ann, ben, Terms(TimeControl(game=2.0, increment=0.5)))
    assert record.moves == (PlayedMove("1,1", 1.5, 1.0), PlayedMove("1,2", 0.25, 2.25))
    assert ann.allowances == [Allowance(clocks=(2.0, 2.0), increments=(0.5, 0.5))]
    assert ben.allowances == [Allowance(clocks=(1.0, 2.0), increments=(0.5, 0.5))]


def test_without_a_limit_no_times_are_recorded() -> None:
    ann = Scripted("Ann", "1,1")
    record = play_tiny(ann, Scripted("Ben", "1,2"))
    assert [(move.time, move.clock) for move in record.moves] == [(None, None)] * 2
    assert ann.allowances == [UNLIMITED]


def test_a_thought_is_not_taken_for_one_about_the_next_move() -> None:
    ataxx = game("ataxx")
    terms = Terms(adjudication=Adjudication(plies=3))
    record = Referee(ataxx, terms).play(ataxx.start(), (Thinker(1), Anybody(2)), {})
    assert [move.score for move in record.moves] == ["+1.00", "", ""]


@pytest.mark.parametrize("plies", [1, 2, 7])
@pytest.mark.parametrize("fast", [False, True])
def test_a_game_that_is_too_long_is_drawn(plies: int, fast: bool) -> None:
    ataxx = game("ataxx")
    kind = RandomPlayer if fast else lambda rng: Anybody(rng.randrange(9))
    players = (kind(Random(1)), kind(Random(2)))
    terms = Terms(adjudication=Adjudication(plies=plies))
    record = checked(Referee(ataxx, terms).play(ataxx.start(), players, {}))
    assert (record.result, record.termination) == ("1/2-1/2", "move-limit")
    assert len(record.moves) == plies


def test_a_game_that_both_call_even_for_long_enough_is_drawn() -> None:
    ataxx = game("ataxx")
    terms = Terms(adjudication=Adjudication(draw_score=0.1, draw_moves=3))
    players = (Anybody(1, "-0.10"), Anybody(2, "+0.05"))
    record = checked(Referee(ataxx, terms).play(ataxx.start(), players, {}))
    assert (record.result, record.termination) == ("1/2-1/2", "agreed-draw")
    assert len(record.moves) == 6


@pytest.mark.parametrize("score", ["+0.11", "-3.00", "", "#5", "nan", "even"])
def test_one_alone_cannot_agree_to_a_draw(score: str) -> None:
    ataxx = game("ataxx")
    terms = Terms(adjudication=Adjudication(plies=12, draw_score=0.1, draw_moves=1))
    players = (Anybody(1, "0.00"), Anybody(2, score))
    record = Referee(ataxx, terms).play(ataxx.start(), players, {})
    assert record.termination == "move-limit"


def test_without_a_draw_score_nothing_is_agreed() -> None:
    ataxx = game("ataxx")
    terms = Terms(adjudication=Adjudication(plies=12, draw_moves=1))
    players = (Anybody(1, "0.00"), Anybody(2, "0.00"))
    assert Referee(ataxx, terms).play(ataxx.start(), players, {}).termination == "move-limit"


def test_what_the_solver_proves_is_the_result_without_a_move() -> None:
    terms = Terms(adjudication=Adjudication(solver_nodes=1_000))
    result = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}[worth(game("push").position(TINY))]
    for players in (
        (Scripted("Ann", "1,2"), Scripted("Ben", "1,1")),
        (RandomPlayer(Random(1)), RandomPlayer(Random(2))),
    ):
        record = play_tiny(players[0], players[1], terms)
        assert (record.result, record.termination, record.moves) == (result, "solved", ())


@pytest.mark.parametrize("name", GAMES)
def test_what_the_solver_proves_later_on_is_the_result(name: str) -> None:
    found = game(name)
    terms = Terms(adjudication=Adjudication(plies=40, solver_nodes=amount(300, 30)))
    referee = Referee(found, terms)
    for number in range(many(2, 1)):
        start = draw_opening(found, Book(), 5, number)
        checked(referee.play(start, (Anybody(number), Anybody(number + 1)), {}))


@pytest.mark.parametrize("name", GAMES)
def test_fast_games_are_those_that_would_be_played_move_by_move(name: str) -> None:
    found = game(name)
    rules = Adjudication(plies=amount(300, 60))
    fast = Referee(found, Terms(adjudication=rules))
    slow = Referee(found, Terms(TimeControl(move=1e6), rules))
    for number in range(many(8, 2)):
        records = [
            checked(
                referee.play(
                    draw_opening(found, Book(), 1, number),
                    (RandomPlayer(Random(number)), RandomPlayer(Random(-number - 1))),
                    {},
                )
            )
            for referee in (fast, slow)
        ]
        one, other = records
        assert one.moves == tuple(PlayedMove(move.move) for move in other.moves)
        assert one == other.replace(moves=one.moves)
        assert one.moves


@pytest.mark.parametrize(
    ("name", "option"),
    [
        ("advance", ("limit", "30")),
        ("ataxx", ("clock", "100")),
        ("jesonmor", ("legs", "no")),
        ("santorini", ("rule", "official")),
    ],
)
def test_a_record_says_by_which_rules_it_was_played(name: str, option: tuple[str, str]) -> None:
    found = game(name)
    terms = Terms(adjudication=Adjudication(plies=amount(300, 40)))
    start = draw_opening(found, Book(options=(option,)), 1, 0)
    players = (RandomPlayer(Random(1)), RandomPlayer(Random(2)))
    record = checked(Referee(found, terms).play(start, players, {}))
    assert record.options == dict([option])
