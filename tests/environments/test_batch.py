"""A batch plays as positions do, and refuses what does not fit."""

from __future__ import annotations

import os
import sys
import threading
import warnings
from array import array
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

import outwit
from outwit.core.game import Game
from outwit.core.observing import planes_of
from outwit.core.position import Position
from outwit.engine.evaluator import Evaluator
from outwit.engine.network import load_network
from outwit.environments.batch import MOST_BOARDS, Batch
from outwit.errors import GameFault, IllegalAction, OutwitError, UsageError
from tests.games.starts import Options, starts
from tests.games.test_actions import GAMES
from tests.mode import amount, many
from tests.testing.pile import Pile, game_of

pytestmark = pytest.mark.compiled_only
BOARDS = 6


class ListedPile(Pile):
    """A pile that lists its moves."""

    def all_moves(self) -> list[str]:
        return ["take1", "take2", "take3"]

    def rows(self, state: Any) -> list[str]:
        return ["x" * state[0] + "." * (12 - state[0])]


PILE = game_of(ListedPile)
STARTS: list[tuple[Game, Options]] = [
    *((game, options) for game in GAMES for options in starts(game)),
    (PILE, {}),
]
each_game = pytest.mark.parametrize("game", [*GAMES, PILE], ids=lambda game: game.name)


def batch(n: int = 3, **options: Any) -> Batch:
    """Return a batch of a small game."""
    return outwit.Batch("ataxx", n, **options)


def play(batch: Batch, plies: int) -> None:
    """Play random moves."""
    for _ in range(plies):
        batch.step(batch.random_actions())


@pytest.mark.parametrize(
    ("game", "options"), STARTS, ids=[f"{game.name} {options}" for game, options in STARTS]
)
def test_a_batch_plays_as_positions_do(game: Game, options: Options) -> None:
    made = outwit.Batch(game.start(**options), BOARDS, threads=2, seed=3)
    actions = made.actions
    positions = [game.start(**options) for _ in range(BOARDS)]
    for _ in range(many(30, 4)):
        chosen = made.random_actions()
        rewards, terminated, truncated = made.step(chosen)
        masks, seen, shares = made.legal_mask(), made.observe(), made.observe(dtype="float32")
        assert not truncated.any()
        for i, position in enumerate(positions):
            if position.is_over:
                assert (chosen[i], rewards[i], terminated[i]) == (-1, 0, False)
                continue
            mover = position.turn
            position.play(actions.move(position, int(chosen[i])))
            won = position.outcome and position.outcome.winner
            gain = 0 if won is None else 1 if won == mover else -1
            assert (rewards[i], terminated[i]) == (gain, position.is_over)
            assert bytes(masks[i]) == bytes(actions.mask(position))
            numbers = np.frombuffer(planes_of(position), "uint8").reshape(made.shape)
            assert (seen[i] == numbers).all()
            most = np.array([plane.most for plane in made.planes], "float32")
            assert (shares[i] == numbers.astype("float32") / most[:, None, None]).all()
            assert made.turn[i] == position.turn
            assert made.plies[i] == position.ply
            assert made.position(i).text == position.text
            assert made.position(i).key == position.key
            assert made.position(i).game == game


@each_game
def test_a_game_that_has_ended_takes_no_action_until_it_is_reset(game: Game) -> None:
    made = outwit.Batch(short(game), 2, seed=1)
    position, action = last_move(made)
    made.set_position(1, position)
    ended = made.step(np.array([-1, action]))[1]
    assert ended.tolist() == [False, True]
    assert not made.legal_mask()[1].any()
    assert made.random_actions()[1] == -1
    with pytest.raises(IllegalAction, match="board 1: the game is over: reset it") as raised:
        made.step(np.array([-1, 0]))
    assert raised.value.board == 1
    assert made.step(np.array([-1, -1]))[1].tolist() == [False, False]
    made.reset(np.array([False, True]))
    assert made.position(1).text == made.start.text
    assert made.legal_mask()[1].any()


@each_game
def test_with_autoreset_a_game_that_has_ended_starts_again_at_once(game: Game) -> None:
    made = outwit.Batch(short(game), 1, autoreset=True)
    position, action = last_move(made)
    made.set_position(0, position)
    rewards, terminated, _ = made.step(np.array([action]))
    assert terminated[0]
    assert rewards[0] in (-1, 0, 1)
    assert made.position(0).text == made.start.text
    assert made.plies[0] == 0
    assert made.turn[0] == made.start.turn
    assert made.legal_mask()[0].any()


def after(position: Position, move: str) -> Position:
    """Return the position after a move."""
    made = position.copy()
    made.play(move)
    return made


def short(game: Game) -> Position:
    """Return a start from which random games are short."""
    small: dict[str, Options] = {"advance": {"limit": 12}, "jesonmor": {"size": 3}}
    return game.start(**small.get(game.name, {}))


def last_move(made: Batch) -> tuple[Position, int]:
    """Return a position with the action that ends its game."""
    rng = Random(2)
    position = made.start.copy()
    while not position.is_over:
        position.play_number(rng.choice(position.legal_numbers))
    move = position.undo()
    return position, made.actions.of(position, move)


@each_game
def test_a_game_that_is_too_long_is_cut_short(game: Game) -> None:
    made = outwit.Batch(game, 2, plies=2)
    play(made, 1)
    made.reset(np.array([0, 1], "uint8"))
    _, terminated, truncated = made.step(made.random_actions())
    assert (terminated.tolist(), truncated.tolist()) == ([False, False], [True, False])
    assert not made.legal_mask()[0].any()
    again = outwit.Batch(game, 1, plies=1, autoreset=True)
    assert again.step(again.random_actions())[2].tolist() == [True]
    assert again.plies.tolist() == [0]


@each_game
def test_an_illegal_action_is_named_and_nothing_has_moved(game: Game) -> None:
    made = outwit.Batch(game, 4, threads=2)
    chosen = made.random_actions().astype("int64")
    illegal = np.flatnonzero(made.legal_mask()[2] == 0)
    before = [made.position(i).text for i in range(4)]
    wrong = [(made.size, "is not from -1 to"), (-2, "is not from"), (2**40, "is not from")]
    wrong += [(int(illegal[0]), "is not legal")] if len(illegal) else []
    for action, words in wrong:
        chosen[2:] = action
        with pytest.raises(IllegalAction, match=f"board 2: action {action} {words}") as raised:
            made.step(chosen)
        assert raised.value.board == 2
        assert [made.position(i).text for i in range(4)] == before
        assert not made.plies.any()


@each_game
def test_actions_do_not_depend_on_threads_but_on_the_seed(game: Game) -> None:
    def drawn(seed: int, threads: int, kind: str) -> list[list[int]]:
        made = outwit.Batch(game, 9, seed=seed, threads=threads, autoreset=True)
        found = []
        for _ in range(12):
            chosen = made.random_actions(np.empty(9, kind))
            made.step(chosen)
            found.append(chosen.tolist())
        return found

    assert drawn(1, 1, "int32") == drawn(1, 3, "int64") != drawn(2, 1, "int32")


def test_random_actions_are_equally_likely() -> None:
    made = batch(16_000)
    counts = np.bincount(made.random_actions(), minlength=made.size)
    legal = made.legal_mask()[0].astype(bool)
    assert not counts[~legal].any()
    assert ((counts[legal] > 800) & (counts[legal] < 1200)).all()


@each_game
def test_it_evaluates_as_the_engine_does(game: Game) -> None:
    features = game.parts.features
    network = None if features is None else load_network(features.network, features)
    made = outwit.Batch(game, 40, threads=2, seed=2)
    play(made, 8)
    scores = made.evaluate()
    again = made.evaluate(np.empty(40, "int32"))
    assert scores.tolist() == again.tolist()
    for i in range(40):
        position = made.position(i)
        if position.outcome is not None:
            won = position.outcome.winner
            assert scores[i] == (0 if won is None else 31_000 if won == position.turn else -31_000)
        elif network is not None and network.slots == position.slots:
            assert scores[i] == Evaluator(network, position, 1).score(0)
        else:
            assert scores[i] == position.evaluation


@each_game
def test_a_search_finds_a_win_and_does_not_depend_on_threads(game: Game) -> None:
    found = []
    for threads in (1, 2):
        made = outwit.Batch(short(game), 20, threads=threads, seed=4)
        play(made, 6)
        scores, best = made.search(60)
        for i in range(20):
            position = made.position(i)
            if position.is_over:
                assert best[i] == -1
                continue
            moved = after(position, made.actions.move(position, int(best[i])))
            outcomes = [after(position, move).outcome for move in position.legal_moves]
            if any(end is not None and end.winner == position.turn for end in outcomes):
                assert scores[i] == 30_999, position
                assert moved.outcome is not None
                assert moved.outcome.winner == position.turn
        found.append((scores.tolist(), best.tolist(), made.search(60)[0].tolist()))
    assert found[0] == found[1]
    assert found[0][0] == found[0][2]


def test_it_needs_no_numpy_for_arrays_of_ones_own() -> None:
    made = batch(2)
    mask, planes = bytearray(2 * made.size), bytearray(2 * 5 * 7 * 7)
    shares, chosen = array("f", [0] * (2 * 5 * 7 * 7)), array("q", [0, 0])
    made.legal_mask(mask)
    made.observe(planes)
    made.observe(shares)
    made.random_actions(chosen)
    assert mask[chosen[0]] == mask[made.size + chosen[1]] == 1
    assert shares[0] == planes[0] == 1
    outs = array("f", [9, 9]), bytearray(b"\7\7"), bytearray(b"\7\7")
    assert made.step(chosen, *outs) == outs
    assert outs == (array("f", [0, 0]), bytearray(2), bytearray(2))


def test_without_numpy_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(UsageError, match="numpy is not installed"):
        batch().legal_mask()


def frozen() -> Any:
    """Return an array that nobody may write to."""
    made = np.zeros(3, "int32")
    made.setflags(write=False)
    return made


WRONG_ACTIONS = [
    ([0, 1, 2], "an array is expected, not list: numpy.array makes one"),
    (None, "an array is expected, not NoneType"),
    (np.zeros(3), "int32 or int64 are expected, not float64"),
    (np.full(3, np.nan, "float32"), "not float32"),
    (np.zeros(3, "int16"), "not int16"),
    (np.zeros(3, ">i4"), "format '>i'"),
    (np.zeros(3, "uint64"), "not uint64"),
    (np.zeros(3, object), "not object"),
    (np.zeros(3, "datetime64[s]"), "an array is expected, not ndarray"),
    (np.zeros(2, "int32"), r"the shape \(3,\) is expected, not \(2,\)"),
    (np.zeros((3, 1), "int32"), r"not \(3, 1\)"),
    (np.zeros(6, "int32")[::2], "not contiguous"),
    (np.frombuffer(bytes(13), "u1")[1:].view("int32"), "format '=i'"),
]


@pytest.mark.parametrize(("actions", "message"), WRONG_ACTIONS)
def test_actions_that_do_not_fit_are_refused(actions: Any, message: str) -> None:
    made = batch()
    with pytest.raises(UsageError, match=f"^actions: .*{message}"):
        made.step(actions)
    assert not made.plies.any()


WRONG_OUT = [
    (lambda made: made.legal_mask(np.zeros((3, 530), "float32")), "out: .*uint8 or bool"),
    (lambda made: made.legal_mask(np.zeros((530, 3), "uint8").T), "out: .*not contiguous"),
    (lambda made: made.legal_mask(bytes(3 * 530)), "out: the array is read-only"),
    (lambda made: made.observe(np.zeros((3, 245), "float64")), "out: .*not float64"),
    (lambda made: made.observe(np.zeros((3, 7, 7, 5), "uint8")), "out: the shape"),
    (lambda made: made.observe(np.zeros((3, 245), "uint8"), "float32"), "out: .*not uint8"),
    (lambda made: made.observe(dtype="int8"), "dtype: 'int8' is neither"),
    (lambda made: made.random_actions(frozen()), "out: the array is read-only"),
    (lambda made: made.random_actions(np.zeros(3, "float32")), "out: .*not float32"),
    (lambda made: made.step(frozen(), np.zeros(3)), "rewards: .*float32 are expected"),
    (lambda made: made.step(frozen(), None, np.zeros(3, "int8")), "terminated: .*not int8"),
    (lambda made: made.step(frozen(), None, None, frozen()), "truncated: .*not int32"),
    (lambda made: made.reset(np.zeros(3)), "mask: .*not float64"),
    (lambda made: made.reset(np.zeros(4, bool)), "mask: the shape"),
    (lambda made: made.evaluate(np.zeros(3, "int64")), "out: .*int32 are expected, not int64"),
    (lambda made: made.search(0), "nodes: 0 is not a whole number from 1"),
    (lambda made: made.search(1.5), "nodes: 1.5 is not"),
    (lambda made: made.search(9, np.zeros(3, "int16")), "scores: .*not int16"),
    (lambda made: made.position(3), "i: 3 is not a whole number from 0 to 2"),
    (lambda made: made.position("a"), "i: 'a' is not"),
    (lambda made: made.set_position(0, outwit.game("push").start()), "a position of ataxx"),
    (lambda made: made.set_position(0, None), "a position of ataxx is expected"),
    (lambda made: made.set_position(0, outwit.game("ataxx").start(clock=100)), "the options"),
]


@pytest.mark.parametrize(("call", "message"), WRONG_OUT, ids=[words for _, words in WRONG_OUT])
def test_what_does_not_fit_is_refused(call: Any, message: str) -> None:
    with pytest.raises(UsageError, match=f"^{message}"):
        call(batch())


WRONG_BATCHES = [
    (lambda: batch(0), "n: 0 is not a whole number from 1"),
    (lambda: batch(-1), "n: -1 is not"),
    (lambda: batch(MOST_BOARDS + 1), f"n: {MOST_BOARDS + 1} is not"),
    (lambda: batch(2.0), "n: 2.0 is not"),  # type: ignore[arg-type]  # on purpose
    (lambda: batch(threads=0), "threads: 0 is not"),
    (lambda: batch(threads=257), "threads: 257 is not"),
    (lambda: batch(plies=0), "plies: 0 is not"),
    (lambda: batch(seed="x"), "seed: 'x' is not"),
    (lambda: batch(size=9), "ataxx has no option 'size'"),
    (lambda: outwit.Batch(3, 3), "a game, its name or a position"),  # type: ignore[arg-type]
    (lambda: outwit.Batch("nothing", 3), "there is no game 'nothing'"),
    (lambda: outwit.Batch(outwit.game("ataxx").start(), 3, clock=25), "option clock: "),
    (lambda: outwit.Batch(game_of(Pile), 1), "Pile has no actions"),
]


@pytest.mark.parametrize(("make", "message"), WRONG_BATCHES)
def test_a_batch_that_cannot_be_made_is_refused(make: Any, message: str) -> None:
    with pytest.raises(OutwitError, match=f"^{message}"):
        make()


@pytest.mark.skipif("SC_PHYS_PAGES" not in os.sysconf_names, reason="the memory is not known here")
def test_more_boards_than_memory_holds_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sysconf", lambda _: 1_000)
    with pytest.raises(UsageError, match=r"n: 10,000 boards take 0\.0 GiB, too much"):
        batch(10_000)


class ForgetfulPile(ListedPile):
    """A pile with a move that it does not list."""

    def all_moves(self) -> list[str]:
        return ["take1", "take2"]


def test_a_move_that_a_scripted_game_does_not_list_is_its_fault() -> None:
    with pytest.raises(GameFault, match="move 'take3' is not among all_moves"):
        outwit.Batch(game_of(ForgetfulPile), 1)


def test_one_thread_at_a_time_uses_a_batch() -> None:
    made = batch()
    calls: list[Callable[[], object]] = [
        made.legal_mask,
        made.observe,
        made.random_actions,
        lambda: made.step(np.full(3, -1)),
        made.reset,
        made.evaluate,
        lambda: made.search(1),
        lambda: made.position(0),
        lambda: made.set_position(0, made.start),
    ]
    with made.lock:
        for call in calls:
            with pytest.raises(UsageError, match="another thread is using this batch"):
                call()
    for call in calls:
        call()


def test_threads_that_quarrel_over_a_batch_break_nothing() -> None:
    made = batch(500, threads=2, autoreset=True)
    refused = []

    def quarrel() -> None:
        for _ in range(amount(60, 5)):
            try:
                made.step(made.random_actions())
                made.legal_mask()
            except (UsageError, IllegalAction) as error:
                refused.append(error)

    threads = [threading.Thread(target=quarrel) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(made.position(i).legal_moves for i in range(500))


def test_it_works_on_after_a_fork() -> None:
    made = batch(10, threads=2)
    play(made, 2)
    with warnings.catch_warnings():
        # Newer Pythons warn of processes with threads that fork.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        play(made, 2)
        os._exit(0 if made.plies.tolist() == [4] * 10 else 1)
    assert os.waitpid(child, 0)[1] == 0
