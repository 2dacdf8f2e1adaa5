"""Many boards at once follow the rules: what the kernel finds is what positions say."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import outwit
from outwit.core.side import FIRST
from outwit.engine.network import load_network
from outwit.errors import GameFault, OutwitError, UsageError
from outwit.testing.wins import wins_within
from tests.mode import many

np = pytest.importorskip("numpy")

from outwit.environments.device import compiler  # noqa: E402
from tests.tools import needs  # noqa: E402
from training.networks.boards import kernel as kernels  # noqa: E402
from training.networks.boards.kernel import (  # noqa: E402
    MOST_PROMISED,
    NO_MOVE,
    NO_VALUE,
    WON,
    Kernel,
    build,
    host_kernel,
)
from training.networks.boards.search import (  # noqa: E402
    LISTED,
    MOST_PLIES,
    Plan,
    Search,
)
from training.networks.boards.tables import Tables, tables_of  # noqa: E402
from training.networks.dataset import features_of, seen_by_mover  # noqa: E402

if TYPE_CHECKING:
    from pathlib import Path

    from outwit.core.position import Position
    from outwit.engine.network import Network

pytestmark = [
    pytest.mark.compiled_only,
    needs("c++"),
]

GAMES = [game for game in outwit.all_games() if game.parts.many_boards is not None]
# Ends that depend on moves before, which are not on the board, and what stands for them here.
BY_THE_WAY, UNSEEN = {"jumps"}, 9
# Games whose rules for many boards tell who wins at once.
TELL_WINS = {"santorini"}
# How far from the network's integers the kernel's fractions may be.
NEAR = 0.01


def positions_of(game: outwit.Game, games: int) -> list[Position]:
    """Play at random from varied starts, and return the positions, also of games that are over."""
    rng = Random(1)
    draw = game.parts.openings.varied or game.parts.openings.options
    found = []
    for _ in range(games):
        position = game.start() if draw is None else game.start(**draw(rng))
        while position.outcome is None:
            found.append(position.copy())
            position.play_number(rng.choice(position.legal_numbers))
        found.append(position.copy())
    return found


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> outwit.Game:
    """Each game that has rules for many boards."""
    found: outwit.Game = request.param
    return found


@pytest.fixture(scope="module")
def positions(game: outwit.Game) -> list[Position]:
    """Positions of random games, all but those that ended by what is not on the board."""
    return [position for position in positions_of(game, many(5)) if points(position) != UNSEEN]


@cache
def kernel_of(name: str) -> Kernel:
    """The kernel of a game as the host runs it, compiled once."""
    return host_kernel(outwit.game(name))


@pytest.fixture(scope="module")
def kernel(game: outwit.Game) -> Kernel:
    """The kernel as the host runs it."""
    return kernel_of(game.name)


@pytest.fixture(scope="module")
def network(game: outwit.Game) -> Network:
    """The network that the game came with."""
    features = features_of(game)
    found = load_network(features.network, features)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def tables(kernel: Kernel, network: Network) -> Tables:
    """Its numbers for the kernel."""
    return tables_of(network, kernel.arrays)


def points(position: Position) -> int | None:
    """Return 1, 0 or -1 for the side to move if the game is over, None if it goes on."""
    if position.outcome is None:
        return None
    if position.outcome.termination.code in BY_THE_WAY:
        return UNSEEN
    winner = position.outcome.winner
    return 0 if winner is None else 1 if winner == position.turn else -1


def value_after(position: Position, number: int, network: Network) -> float | None:
    """Return what a move is worth to whoever makes it; None if that is not on the board."""
    child = position.copy()
    child.play_number(number)
    lost = points(child)
    if lost == UNSEEN:
        return None
    if lost is not None:
        return -lost * WON
    if child.game.name in TELL_WINS and can_win_at_once(child):
        return -WON
    promised = network.score(child) / network.scale
    return -min(max(promised, -MOST_PROMISED), MOST_PROMISED)


def can_win_at_once(position: Position) -> bool:
    """Tell whether a move wins a running game."""
    for number in position.legal_numbers:
        child = position.copy()
        child.play_number(number)
        if points(child) == -1:
            return True
    return False


def is_without_hope(position: Position, number: int) -> bool:
    """Tell whether a move may be left out where there are others."""
    if position.game.name in TELL_WINS:
        child = position.copy()
        child.play_number(number)
        return can_win_at_once(child)
    move = position.move(number)
    # It turns no stone.
    return move.kind == "jump" and len(move.changes) == 2


def test_starts_are_varied_and_both_sides_move_and_win(
    game: outwit.Game, positions: list[Position]
) -> None:
    blocks = {"-" in position.text.split()[0] for position in positions}
    assert blocks == ({True, False} if game.parts.openings.varied else {False})
    assert {position.turn == FIRST for position in positions} == {True, False}
    ends = {points(position) for position in positions}
    # Climbers win when they move and blocked sides lose when they should: the loser is on turn.
    assert ends >= ({None, -1} if game.name in TELL_WINS else {None, 1, -1})


def test_moves_are_the_legal_moves(
    kernel: Kernel, tables: Tables, positions: list[Position]
) -> None:
    some = positions[::3]
    boards = kernel.boards(some)
    found = kernel.expand(tables, boards, 400, chance=5, hopeful=False)
    hopeful = kernel.expand(tables, boards, 400, chance=5)
    for row, position in enumerate(some):
        legal = sorted(position.legal_numbers)
        count, few = found.counts[row], hopeful.counts[row]
        assert sorted(found.moves[row, :count]) == legal, position.text
        assert (found.moves[row, count:] == NO_MOVE).all()
        assert set(hopeful.moves[row, :few]) <= set(legal)
        assert (few > 0) == (len(legal) > 0), "where a game goes on, there is a move"
        assert found.random_moves[row] in (legal or [NO_MOVE])
        assert hopeful.random_moves[row] in [*hopeful.moves[row, :few], NO_MOVE]


def test_only_moves_without_hope_are_left_out(
    kernel: Kernel, tables: Tables, positions: list[Position]
) -> None:
    some = positions[::5]
    found = kernel.expand(tables, kernel.boards(some), 400)
    assert any(found.counts[row] < each.count_moves() for row, each in enumerate(some))
    for row, position in enumerate(some):
        for number in set(position.legal_numbers) - set(found.moves[row]):
            assert is_without_hope(position, number), (position.text, number)


def test_a_move_leads_where_the_rules_say(kernel: Kernel, positions: list[Position]) -> None:
    rng = Random(2)
    running = [position for position in positions if position.outcome is None]
    numbers = [rng.choice(position.legal_numbers) for position in running]
    children = [position.copy() for position in running]
    for child, number in zip(children, numbers, strict=True):
        child.play_number(number)
    played = kernel.play(kernel.boards(running), np.array(numbers))
    assert (played == kernel.boards(children)).all()
    still = kernel.play(played, np.full(len(running), NO_MOVE))
    assert (still == played).all()


def test_values_are_the_networks_and_those_of_the_ends(
    kernel: Kernel, tables: Tables, network: Network, positions: list[Position]
) -> None:
    # The last of a game come with it, for ends are there.
    ends = [row for row, position in enumerate(positions) if position.outcome is not None]
    some = [positions[row] for row in (*range(0, len(positions), 250), *(end - 1 for end in ends))]
    found = kernel.expand(tables, kernel.boards(some), 400, hopeful=False)
    sure = 0
    for row, position in enumerate(some):
        values = dict(zip(found.moves[row], found.values[row], strict=True))
        assert found.best[row] == max(found.values[row])
        assert list(found.values[row]) == sorted(found.values[row], reverse=True)
        for number in position.legal_numbers:
            expected = value_after(position, number, network)
            if expected is not None:
                assert values[number] == pytest.approx(expected, abs=NEAR), position.text
                sure += abs(expected) == WON
    assert sure, "some moves end a game"


def test_a_game_that_is_over_is_worth_its_result(
    kernel: Kernel, tables: Tables, positions: list[Position]
) -> None:
    over = [position for position in positions if position.outcome is not None]
    found = kernel.expand(tables, kernel.boards(over), 3)
    assert list(found.best) == [WON * (points(position) or 0) for position in over]
    assert not found.counts.any()
    assert (found.moves == NO_MOVE).all()


def test_the_network_sees_the_slots_and_phases_of_positions(
    kernel: Kernel, positions: list[Position]
) -> None:
    states, phases = kernel.look(kernel.boards(positions))
    for row, position in enumerate(positions):
        assert list(states[row]) == list(seen_by_mover(position))
        assert phases[row] == position.phase


def test_a_network_of_any_width_has_its_values(
    kernel: Kernel, positions: list[Position], network: Network
) -> None:
    narrow = type(network)(network.slots, network.states, network.buckets, 8, 500)
    rng = Random(3)
    for store, most in ((narrow.rows, 255), (narrow.bias, 1), (narrow.outputs, 1)):
        store[:] = bytes(rng.randint(0, most) for _ in store)
    some = [position for position in positions if position.outcome is None][::200]
    found = kernel.expand(tables_of(narrow, kernel.arrays), kernel.boards(some), 400)
    for row, position in enumerate(some):
        expected = value_after(position, int(found.moves[row, 0]), narrow)
        assert found.best[row] == pytest.approx(expected, abs=NEAR)


# All lines to their end: nothing is pruned, reduced or remembered.
IN_FULL = Plan(nodes=1 << 20, reduces=False, entries=0)
# Values of a search are whole numbers, so many to an output of 1.
ONE = 512


def by_minimax(kernel: Kernel, tables: Tables, boards: Any, depth: int) -> Any:
    """Return the values of boards, every line searched to its end."""
    return moves_by_minimax(kernel, tables, boards, depth)[0]


def moves_by_minimax(
    kernel: Kernel, tables: Tables, boards: Any, depth: int
) -> tuple[Any, list[dict[int, float]]]:
    """Return the values of boards, and those of the moves of each."""
    found = kernel.expand(tables, boards, 400)
    best, moves, values = found.best.copy(), found.moves, found.values
    parents, columns = np.nonzero(moves != NO_MOVE)
    if depth > 1:
        children = kernel.play(boards[parents], moves[parents, columns])
        values[parents, columns] = -by_minimax(kernel, tables, children, depth - 1)
        is_running = found.counts > 0
        best[is_running] = values.max(axis=1)[is_running]
    told: list[dict[int, float]] = [{} for _ in boards]
    for parent, column in zip(parents, columns, strict=True):
        told[parent][moves[parent, column]] = values[parent, column]
    return best, told


@pytest.fixture(scope="module")
def small(kernel: Kernel, tables: Tables, positions: list[Position]) -> Any:
    """Boards with so few moves that all lines can be searched, some of them near an end."""
    boards = kernel.boards(positions)
    counts = kernel.expand(tables, boards).counts
    few = boards[(counts > 0) & (counts <= 12)]
    return few[:: max(1, len(few) // 14)]


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_search_finds_what_all_lines_lead_to(
    kernel: Kernel, tables: Tables, small: Any, depth: int
) -> None:
    found = Search(kernel, tables).first_moves(small, IN_FULL.replace(depth=depth))
    expected, worth = moves_by_minimax(kernel, tables, small, depth)
    assert len(expected) > 10
    assert found.best == pytest.approx(expected, abs=2 / ONE)
    assert (found.values[:, 0] == found.best).all()
    assert (found.values.max(axis=1) == found.best).all(), "no bound is above the best"
    assert (found.values[found.moves == NO_MOVE] == NO_VALUE).all()
    # Where a sure end was found, the search stopped before the last depth.
    for row in np.nonzero(np.abs(found.best) < WON)[0] if depth > 1 else ():
        for move, bound in zip(found.moves[row], found.values[row], strict=True):
            if move != NO_MOVE:
                told = "what is told is at least what it is worth"
                assert worth[row][move] <= bound + 2 / ONE, told


def test_what_is_remembered_changes_no_value(kernel: Kernel, tables: Tables, small: Any) -> None:
    search, plan = Search(kernel, tables), IN_FULL.replace(depth=4)
    known = search.values(small, plan.replace(entries=4096))
    # A line that is known from a deeper search may be worth something else.
    assert (np.abs(known - search.values(small, plan)) < 2 / ONE).mean() > 0.8


def test_a_search_goes_deeper_until_it_has_seen_enough(
    kernel: Kernel, tables: Tables, positions: list[Position]
) -> None:
    running = [position for position in positions if position.outcome is None]
    boards = kernel.boards(running[:: max(1, len(running) // 12)])
    search = Search(kernel, tables)
    one_ply = search.first_moves(boards, Plan(1))
    expanded = kernel.expand(tables, boards, 1)
    assert one_ply.best == pytest.approx(expanded.best, abs=2 / ONE)
    assert (one_ply.counts == expanded.counts).all()
    assert (one_ply.random_moves == expanded.random_moves).all()
    deep = [search.values(boards, Plan(nodes, futility=0.12)) for nodes in (200, 1_000)]
    for shallow, deeper in ((one_ply.best, deep[0]), deep):
        assert not (shallow == deeper).all()
    again = search.values(boards, Plan(1_000, futility=0.12))
    assert (again == deep[1]).all(), "the same every time"


def test_no_value_is_beyond_a_won_game(
    kernel: Kernel, tables: Tables, positions: list[Position]
) -> None:
    values = Search(kernel, tables).values(kernel.boards(positions[::9]), Plan(200, futility=0.12))
    assert (np.abs(values) <= WON).all()


@pytest.mark.parametrize("futility", [0.0, 0.1])
def test_pruning_overlooks_no_win_by_threats(
    kernel: Kernel, tables: Tables, game: outwit.Game, positions: list[Position], futility: float
) -> None:
    if game.name not in TELL_WINS:
        pytest.skip("its rules for many boards do not tell threats")
    running = [position for position in positions if position.outcome is None]
    # Of more moves than are listed, the network chooses those that are searched.
    few = [position for position in running if position.count_moves() <= LISTED]
    won = [position for position in few if wins_within(position, 3) == 3]
    assert len(won) > 10
    plan = Plan(1 << 20, depth=3, futility=futility, reduces=False)
    assert (Search(kernel, tables).values(kernel.boards(won), plan) == WON).all()


@pytest.mark.parametrize("depth", range(1, 8))
def test_a_pass_that_is_remembered_is_a_move(depth: int) -> None:
    game = outwit.game("ataxx")
    # Blocks keep o from moving; x fills its corner and has fewer stones in the end.
    position = game.position("x6/7/-------/-------/ooooooo/ooooooo/ooooooo x 0 1")
    network = load_network(features_of(game).network, features_of(game))
    assert network is not None
    kernel = kernel_of("ataxx")
    search = Search(kernel, tables_of(network, kernel.arrays))
    found = search.values(kernel.boards([position]), Plan(1 << 20, depth=depth))
    assert found[0] < -1


def test_more_nodes_win(kernel: Kernel, tables: Tables, game: outwit.Game) -> None:
    search = Search(kernel, tables)
    plans = (Plan(200, futility=0.12), Plan(1))
    rng, points = Random(6), 0.0
    starts: list[Position] = []
    while len(starts) < 6:
        position = game.start()
        for _ in range(10):
            position.play_number(rng.choice(position.legal_numbers))
        starts.append(position)
    for first in (0, 1):
        boards = kernel.boards(starts)
        for ply in range(200):
            mover = (ply + first) % 2
            found = search.first_moves(boards, plans[mover])
            is_over = found.counts == 0
            ends = np.sign(found.best[is_over]) * (1 if mover == 0 else -1)
            points += float((ends + 1).sum() / 2)
            boards = kernel.play(boards[~is_over], found.moves[~is_over, 0])
        points += len(boards) / 2
    assert points > 0.75 * 12


def test_a_search_beyond_what_the_kernel_takes_is_refused(
    kernel: Kernel, tables: Tables, positions: list[Position]
) -> None:
    boards, plan = kernel.boards(positions[:2]), Plan(10)
    for wrong in ({"depth": MOST_PLIES + 1}, {"depth": 0}, {"kept": LISTED + 1}, {"entries": 100}):
        with pytest.raises(OutwitError, match="cannot search"):
            Search(kernel, tables).values(boards, plan.replace(**wrong))


def test_no_boards_are_none(kernel: Kernel, tables: Tables) -> None:
    none = kernel.boards([])
    assert len(kernel.expand(tables, none, 4).best) == 0
    assert kernel.play(none, np.zeros(0)).shape == (0, kernel.words)
    assert len(kernel.look(none)[0]) == 0


def test_what_cannot_be_built_is_said_in_a_line(tmp_path: Path) -> None:
    game, *_ = GAMES
    with pytest.raises(UsageError, match="no rules for many boards"):
        build(outwit.game("push"))
    with pytest.raises(UsageError, match="no-such-compiler is not installed"):
        build(game, "no-such-compiler -O2")
    broken = tmp_path / "broken.h"
    broken.write_text("struct Board { u64 own };\n")
    parts = game.parts
    assert parts.many_boards is not None
    rules = parts.many_boards.replace(source=str(broken))
    with pytest.raises(GameFault, match=r"does not build for many boards: .*error") as caught:
        build(
            game.replace(parts=parts.replace(many_boards=rules)),
            f"{compiler.ON_HOST} -Wfatal-errors",
        )
    assert "\n" not in str(caught.value)


def test_rules_for_other_features_are_refused(
    game: outwit.Game, kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    features = features_of(game)
    other = features.replace(buckets=features.buckets + 1)
    monkeypatch.setattr(kernels, "features_of", lambda _: other)
    with pytest.raises(GameFault, match="many boards have the features"):
        Kernel(game, kernel.library, kernel.arrays)
