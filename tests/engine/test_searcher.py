from __future__ import annotations

from random import Random
from threading import Timer

import pytest

import outwit
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.engine.limits import Limits
from outwit.engine.score import MATE
from outwit.engine.searcher import Searcher
from outwit.engine.tuning import Tuning
from outwit.errors import UsageError
from outwit.players.engine import engine_for
from outwit.testing.wins import wins_within
from tests.games.oracle import oracle_of
from tests.mode import COMPILED, amount, many

GAMES = outwit.all_games()
SMALL: dict[str, dict[str, object]] = {
    "jesonmor": {"size": 5},
    "push": {"rows": 5, "columns": 5, "seed": 3},
}
# Trying everything takes the longer the more moves there are.
FEW = {"ataxx": 20, "santorini": 20}
# Random play hardly ever leaves a forced win here; pieces scattered over the board do.
SCATTERED = {"advance": 3}


def scattered_positions(game: Game, number: int) -> list[Position]:
    """Return running games with pieces anywhere and few moves."""
    rng = Random(game.name)
    found: list[Position] = []
    while len(found) < number:
        text, options = oracle_of(game).scattered(rng)
        position = game.position(text, **options)
        if position.outcome is None and len(position.legal_moves) <= 25:
            found.append(position)
    return found


def late_positions(game: Game, number: int) -> list[Position]:
    """Return running games from which little can be played, reached at random."""
    rng = Random(game.name)
    found: list[Position] = []
    while len(found) < number:
        position = game.start(**SMALL.get(game.name, {}))
        line: list[str] = []
        while position.outcome is None and len(line) < 160:
            line.append(rng.choice(sorted(position.legal_moves)))
            position.play(line[-1])
        for _ in range(rng.randint(1, 5)):
            if position.played:
                position.undo()
        if position.outcome is None and len(position.legal_moves) <= FEW.get(game.name, 40):
            found.append(position)
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_forced_win_that_trying_everything_finds_is_found(game: Game) -> None:
    engine = engine_for(game)
    wins = 0
    longest = SCATTERED.get(game.name, amount(5, 3))
    find = scattered_positions if game.name in SCATTERED else late_positions
    for position in find(game, many(12, 3)):
        plies = wins_within(position, longest)
        if plies is None:
            continue
        wins += 1
        found = engine.best(position, Limits(depth=longest))
        assert found.score.value == MATE - plies, position.text
        assert len(found.line) == plies
    assert wins or not COMPILED


@pytest.mark.skipif(not COMPILED, reason="the proof takes long in plain Python")
def test_a_win_by_the_only_move_is_proven_to_a_depth() -> None:
    text = "2m2j2Z/#1#z1b3/4c#3/zs2#1#Zg/###1##1#1/#b#1z1#J1/Z#3#3/3C1###1/z1z3G1M b 195"
    position = outwit.game("advance").position(text)
    assert len(position.legal_moves) == 1
    found = engine_for(position.game).best(position, Limits(depth=5))
    assert found.score.value == MATE - 5


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_line_is_legal_and_begins_with_the_move(game: Game) -> None:
    position = game.start(**SMALL.get(game.name, {}))
    found = engine_for(game).best(position, Limits(nodes=amount(20_000, 300)))
    assert found.line[0] == found.move
    before = position.text
    for move in found.line:
        position.play(move)
    while position.played:
        position.undo()
    assert position.text == before


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_one_thread_and_a_node_limit_give_the_same_answer_twice(game: Game) -> None:
    answers = {
        (found.move, found.score, found.line, found.depth, found.nodes)
        for _ in range(2)
        for found in [engine_for(game).best(game.start(), Limits(nodes=amount(30_000, 200)))]
    }
    assert len(answers) == 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_two_threads_agree_on_a_legal_move(game: Game) -> None:
    found = engine_for(game, threads=2).best(game.start(), Limits(depth=amount(5, 2)))
    assert found.move in game.start().legal_moves


def test_several_lines_begin_with_different_moves_the_best_first() -> None:
    game = outwit.game("ataxx")
    for found in engine_for(game).analyse(game.start(), Limits(depth=amount(9, 3), lines=4)):
        assert len({line.move for line in found}) == 4
        values = [line.score.value for line in found]
        assert values == sorted(values, reverse=True)


def test_only_the_moves_asked_for_are_considered() -> None:
    game = outwit.game("ataxx")
    found = engine_for(game).best(game.start(), Limits(depth=3, moves=("a7a5", "g1g3")))
    assert found.move in ("a7a5", "g1g3")


def test_moves_that_are_not_legal_are_refused() -> None:
    game = outwit.game("ataxx")
    with pytest.raises(UsageError, match="none of the moves d4"):
        engine_for(game).best(game.start(), Limits(depth=3, moves=("d4",)))


def test_a_finished_game_cannot_be_searched() -> None:
    game = outwit.game("ataxx")
    with pytest.raises(UsageError, match="the game is over"):
        engine_for(game).best(game.position("xx5/7/7/7/7/7/7 o 0 1"), Limits(depth=1))


def test_however_short_the_time_there_is_a_legal_move() -> None:
    for game in GAMES:
        for limits in (Limits(time=1e-9), Limits(nodes=1), Limits(clock=1e-6)):
            assert engine_for(game).best(game.start(), limits).move in game.start().legal_moves


def test_a_search_can_be_stopped_from_outside() -> None:
    game = outwit.game("ataxx")
    engine = engine_for(game)
    timer = Timer(0.2, engine.stop)
    timer.start()
    found = engine.best(game.start(), Limits(depth=100))
    timer.join()
    assert found.move in game.start().legal_moves


@pytest.mark.compiled_only
def test_a_huge_board_is_searched_too() -> None:
    game = outwit.game("push")
    position = game.start(rows=120, columns=120, seed=1)
    found = engine_for(game).best(position, Limits(depth=1, nodes=2_000))
    assert found.move in position.legal_moves


def test_an_engine_needs_a_thread() -> None:
    with pytest.raises(UsageError, match="threads"):
        Searcher(Tuning(), threads=0)


def test_an_engine_is_not_made_without_its_tuning() -> None:
    with pytest.raises(TypeError, match="tuning"):
        Searcher()  # type: ignore[call-arg]


@pytest.mark.compiled_only
def test_the_engine_beats_each_games_own_bots() -> None:
    for name, bot in (("santorini", "heuristic"), ("push", "type1"), ("advance", "level6")):
        game = outwit.game(name)
        chooser = game.parts.bots[bot]
        rng = Random(5)
        # On the smallest board of Push the first side can force a win.
        position = game.start(**({"rows": 6, "columns": 6, "seed": 1} if name == "push" else {}))
        engine = engine_for(game)
        while position.outcome is None:
            if position.turn == outwit.SECOND:
                position.play(engine.best(position, Limits(nodes=20_000)).move)
            else:
                position.play(chooser(position, rng))
        assert position.outcome.winner == outwit.SECOND, name
