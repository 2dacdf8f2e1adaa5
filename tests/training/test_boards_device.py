"""A graphics processor plays on many boards as the host does, which is compared with the rules."""

from __future__ import annotations

import shutil
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import outwit
from outwit.engine.network import load_network

np = pytest.importorskip("numpy")
torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from training.networks.boards.kernel import Kernel, host_kernel, torch_kernel  # noqa: E402
from training.networks.boards.search import Plan  # noqa: E402
from training.networks.boards.tables import Tables, tables_of  # noqa: E402
from training.networks.dataset import features_of  # noqa: E402

if TYPE_CHECKING:
    from outwit.core.position import Position
    from training.networks.boards.kernel import Expansion

pytestmark = [
    pytest.mark.compiled_only,
    pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no graphics processor"),
    pytest.mark.skipif(shutil.which("nvcc") is None, reason="nvcc is not installed"),
]

GAMES = [game for game in outwit.all_games() if game.parts.many_boards is not None]
# Sums of fractions depend on their order.
NEAR = 0.01
# The most moves that are told of a board by ``expand``, more than there are.
ALL = 512


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> outwit.Game:
    """Each game that has rules for many boards."""
    found: outwit.Game = request.param
    return found


@pytest.fixture(scope="module")
def positions(game: outwit.Game) -> list[Position]:
    """Positions of random games, their ends included."""
    rng = Random(1)
    draw = game.parts.openings.varied or game.parts.openings.options
    found = []
    for _ in range(20):
        position = game.start() if draw is None else game.start(**draw(rng))
        while position.outcome is None:
            found.append(position.copy())
            position.play_number(rng.choice(position.legal_numbers))
        found.append(position.copy())
    return found


@pytest.fixture(scope="module")
def kernels(game: outwit.Game) -> tuple[Kernel, Kernel]:
    """The kernel as the host runs it, and as the graphics processor does."""
    return host_kernel(game), torch_kernel(game)


@pytest.fixture(scope="module")
def tables(game: outwit.Game, kernels: tuple[Kernel, Kernel]) -> tuple[Tables, Tables]:
    """The numbers of the game's network for both."""
    features = features_of(game)
    network = load_network(features.network, features)
    assert network is not None
    host, device = (tables_of(network, kernel.arrays) for kernel in kernels)
    return host, device


def on_host(array: Any) -> Any:
    """Return an array of either kernel as one of numpy."""
    return array.cpu().numpy() if hasattr(array, "cpu") else array


def by_move(found: Expansion, row: int) -> dict[int, float]:
    """Return the values of the moves of a board."""
    count = int(found.counts[row])
    moves, values = on_host(found.moves[row, :count]), on_host(found.values[row, :count])
    return dict(zip(moves.tolist(), values.tolist(), strict=True))


@pytest.mark.parametrize("hopeful", [True, False])
def test_moves_and_their_values_are_the_same(
    kernels: tuple[Kernel, Kernel],
    tables: tuple[Tables, Tables],
    positions: list[Position],
    hopeful: bool,
) -> None:
    host, device = (
        kernel.expand(numbers, kernel.boards(positions), ALL, chance=7, hopeful=hopeful)
        for kernel, numbers in zip(kernels, tables, strict=True)
    )
    assert (on_host(device.counts) == host.counts).all()
    assert on_host(device.best) == pytest.approx(host.best, abs=NEAR)
    for row in range(len(positions)):
        assert by_move(device, row) == pytest.approx(by_move(host, row), abs=NEAR)


def test_a_move_leads_to_the_same_board_and_looks_the_same(
    kernels: tuple[Kernel, Kernel], positions: list[Position]
) -> None:
    rng = Random(2)
    running = [position for position in positions if position.outcome is None]
    moves = np.array([rng.choice(position.legal_numbers) for position in running])
    host, device = (
        kernel.play(kernel.boards(running), kernel.arrays.put(moves)) for kernel in kernels
    )
    assert (on_host(device) == host).all()
    seen, phases = kernels[0].look(host)
    seen_there, phases_there = kernels[1].look(device)
    assert (on_host(seen_there) == seen).all()
    assert (on_host(phases_there) == phases).all()


def test_a_search_of_all_lines_finds_the_same(
    kernels: tuple[Kernel, Kernel], tables: tuple[Tables, Tables], positions: list[Position]
) -> None:
    some = [position for position in positions if position.outcome is None][::7]
    plan = Plan(nodes=1 << 20, depth=2, reduces=False, entries=0)
    host, device = (
        kernel.search(numbers, kernel.boards(some), plan)
        for kernel, numbers in zip(kernels, tables, strict=True)
    )
    assert on_host(device.best) == pytest.approx(host.best, abs=NEAR)
