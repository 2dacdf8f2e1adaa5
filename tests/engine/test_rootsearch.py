"""What one thread's search promises its driver."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest

import outwit
from outwit.core import scripted
from outwit.core.moves import MoveStack
from outwit.core.position import Position
from outwit.engine import searchstate
from outwit.engine.limits import DEEPEST, Limits
from outwit.engine.rootsearch import RootSearch
from outwit.engine.score import INFINITY
from outwit.engine.searcher import Searcher, search_window
from outwit.engine.table import Table
from outwit.engine.tuning import Tuning
from tests.engine.tree import Tree
from tests.mode import COMPILED, amount


def search_of(position: Position, forcing_plies: int = 16) -> RootSearch:
    """Return a search with nothing remembered."""
    # Without reductions by what the table knows, a second search of a depth is as deep.
    tuning = Tuning(internal_reduction=0, forcing_plies=forcing_plies)
    return RootSearch(position, Table(1), tuning, bytearray(1))


def middle_games(number: int) -> list[Position]:
    """Return running games after a few random moves."""
    rng = Random(5)
    found = []
    for _ in range(number):
        position = outwit.game("ataxx").start()
        for _ in range(rng.randint(4, 20)):
            if position.outcome is None:
                position.play(rng.choice(sorted(position.legal_moves)))
        if position.outcome is None and len(position.legal_moves) > 1:
            found.append(position)
    return found


def test_a_fail_low_keeps_the_best_move_first() -> None:
    depth = amount(4, 2)
    for position in middle_games(amount(22, 6)):
        search = search_of(position)
        score = search.iterate(-INFINITY, INFINITY, depth, 0)
        best = search.first_move()
        for above in (50, 400):
            assert search.iterate(score + above, score + above + 1, depth, 0) <= score + above
            assert not search.has_answer
            assert search.first_move() == best, position.text


def test_what_a_stopped_iteration_answers_is_better_than_its_window() -> None:
    depth = amount(4, 2)
    stopped = 0
    for position in middle_games(amount(12, 4)):
        search = search_of(position)
        score = search.iterate(-INFINITY, INFINITY, depth - 1, 0)
        before = search.first_move()
        for nodes in range(50, amount(2_000, 400), 50):
            search.limit(0, search.counted + nodes)
            alpha = score + 100
            found = search.iterate(alpha, alpha + 100, depth, 0)
            if search.was_stopped and search.has_answer:
                assert found > alpha
            elif search.was_stopped:
                assert search.first_move() == before
            stopped += search.was_stopped
            before = search.first_move()
    assert stopped


class Iterations:
    """A search whose iterations are given: score, line or None without a proven move, stopped."""

    def __init__(self, *given: tuple[int, str | None, bool]) -> None:
        self.given = list(given)
        self.windows: list[tuple[int, int]] = []
        self.has_answer = self.was_stopped = False
        self.best = ""

    def iterate(self, alpha: int, beta: int, depth: int, first: int) -> int:
        self.windows.append((alpha, beta))
        score, best, self.was_stopped = self.given.pop(0)
        self.has_answer = best is not None
        self.best = best or self.best
        return score

    def line(self) -> tuple[str, ...]:
        return (self.best,)


@pytest.mark.parametrize(
    ("given", "answer"),
    [
        ([(5, "a", False)], (5, ("a",))),
        ([(5, "a", True)], (5, ("a",))),
        ([(-40, None, False), (-45, "b", False)], (-45, ("b",))),
        # Failed low, and stopped before anything was proven: the depth before has the answer.
        ([(-40, None, False), (0, None, True)], None),
        # Failed high, and stopped before that was confirmed: it is proven good enough.
        ([(60, "b", False), (0, None, True)], (60, ("b",))),
        # Failed high, then low: nothing is proven.
        ([(60, "b", False), (-70, None, False), (0, None, True)], None),
    ],
)
def test_a_window_is_widened_until_a_move_is_proven_best(
    given: list[tuple[int, str | None, bool]], answer: object
) -> None:
    search = Iterations(*given)
    found = search_window(cast(RootSearch, search), 0, 30, 9, 0)
    assert found == answer
    assert not search.given
    assert search.windows[0] == (-30, 30)


def engine_for_tree() -> Searcher:
    return Searcher(Tuning(proofs=0))


@pytest.mark.parametrize("depth", [3, 4])
def test_which_numbers_moves_have_does_not_matter(
    depth: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Number 0 is a move like any other: the same tree, numbered from 0 and from 1."""
    counts = []
    for texts in ([], ["another game's"]):
        monkeypatch.setattr(scripted, "TEXTS", texts)
        monkeypatch.setattr(scripted, "NUMBERS", {text: i for i, text in enumerate(texts)})
        found = engine_for_tree().best(Tree.begin(), Limits(depth=amount(depth + 3, depth)))
        counts.append((found.nodes, found.line))
    assert counts[0] == counts[1]


def test_moves_fit_where_every_position_has_as_many_as_there_may_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Room for six plies, a search that deepens inside itself, and no position with fewer moves."""

    class Wide(Tree):
        width = scripted.MOST_MOVES

    monkeypatch.setattr(searchstate, "MOST_STACKED", 6 * scripted.MOST_MOVES)
    search = search_of(Wide.begin())
    search.limit(0, 40)
    search.iterate(-INFINITY, INFINITY, 30, 0)
    assert search.was_stopped


class Restless(Position):
    """Two moves everywhere, all of them forcing, and whoever is to move is behind."""

    longest = 0

    def __init__(self) -> None:
        super().__init__(0, 2, 0, {})
        self.ready = True

    def generate(self, moves: MoveStack, start: int) -> int:
        for i in range(self.most):
            moves.data[start + i] = i
        return start + self.most

    def generate_forcing(self, moves: MoveStack, start: int) -> int:
        return self.generate(moves, start)

    def make(self, move: int) -> None:
        self.side = 1 - self.side
        self.ply += 1

    def unmake(self) -> None:
        self.side = 1 - self.side
        self.ply -= 1

    def digest(self) -> int:
        return self.ply + 1

    def evaluate(self) -> int:
        Restless.longest = max(Restless.longest, self.ply)
        return -100


@pytest.mark.skipif(COMPILED, reason="a position in plain Python, whose indexes are checked")
def test_moves_fit_on_the_longest_line_of_forcing_moves() -> None:
    search = search_of(Restless(), forcing_plies=DEEPEST)
    search.limit(0, 1_000)
    search.iterate(-INFINITY, INFINITY, DEEPEST, 0)
    assert search.was_stopped
    assert Restless.longest == search.deepest


@pytest.mark.skipif(COMPILED, reason="a position in plain Python")
@pytest.mark.parametrize("plies", [1, 5, 16])
def test_forcing_moves_are_followed_for_so_many_plies_and_no_further(
    plies: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Restless, "longest", 0)
    search = search_of(Restless(), forcing_plies=plies)
    search.limit(0, 1_000_000)
    search.iterate(-INFINITY, INFINITY, 1, 0)
    assert Restless.longest == 1 + plies
