"""Batches on a graphics processor; where there is none, the host runs their kernels."""

from __future__ import annotations

import shutil
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

import outwit
from outwit.environments import DeviceBatch
from outwit.environments.device import batch as device_batch
from outwit.environments.device import compiler
from outwit.errors import GameFault, IllegalAction, UsageError
from outwit.games import all_games
from tests.tools import CURE, PROGRAMS

np = pytest.importorskip("numpy", reason=f"numpy is not installed{CURE}pip install numpy")
if shutil.which("c++") is None:
    pytest.skip(f"there is no C++ compiler{CURE}{PROGRAMS['c++']}", allow_module_level=True)

if TYPE_CHECKING:
    import ctypes
    from collections.abc import Iterator, Sequence


def has_graphics_processor() -> bool:
    if shutil.which("nvcc") is None or find_spec("torch") is None:
        return False
    import torch

    return bool(torch.cuda.is_available())


DEVICE = "cuda" if has_graphics_processor() else "cpu"
# The games that have rules on records, each with the options that these rules know.
GAMES = [game for game in all_games() if getattr(game.parts.many_boards, "records", "")]
WITHOUT = next(game for game in all_games() if game not in GAMES)
VARIANTS = [
    (game.name, options)
    for game in GAMES
    for options in (
        {},
        *(
            {option.name: str(choice)}
            for option in game.options
            if option.rule
            for choice in getattr(option, "choices", ())
            if choice != option.default
        ),
    )
]


@cache
def built(name: str, sources: Sequence[str], command: str) -> ctypes.CDLL:
    # These tests run a kernel for less time than the compiler takes to optimise it further.
    return compiler.build(name, sources, command.replace("-O2", "-O1"))


@pytest.fixture(autouse=True, scope="module")
def compiled_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(device_batch, "build", built)
        yield


def pair(name: str, n: int = 40, **options: Any) -> tuple[DeviceBatch, outwit.Batch]:
    """The same batch on the device and by the compiled rules."""
    return DeviceBatch(name, n, DEVICE, **options), outwit.Batch(name, n, **options)


def on_host(array: Any) -> Any:
    """The same numbers as an array of numpy."""
    return array.cpu().numpy() if hasattr(array, "cpu") else array


def same(first: Any, second: Any) -> bool:
    one, other = on_host(first), on_host(second)
    return bool(one.dtype == other.dtype and one.shape == other.shape and (one == other).all())


def test_there_are_such_games() -> None:
    assert len(GAMES) >= 2
    assert len(VARIANTS) > len(GAMES)


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_games_masks_planes_and_results_are_those_of_the_compiled_rules(
    name: str, options: dict[str, Any]
) -> None:
    device, batch = pair(name, seed=3, autoreset=True, plies=90, **options)
    ended = cut = 0
    for ply in range(150):
        assert same(device.legal_mask(), batch.legal_mask())
        if ply % 10 == 0:
            assert same(device.observe(), batch.observe())
            assert same(device.observe(dtype="float32"), batch.observe(dtype="float32"))
            assert same(device.turn, batch.turn)
            assert same(device.plies, batch.plies)
        actions, expected = device.random_actions(), batch.random_actions()
        assert same(actions, expected)
        found, wanted = device.step(actions), batch.step(expected)
        assert all(same(one, other) for one, other in zip(found, wanted, strict=True))
        ended, cut = ended + wanted[1].sum(), cut + wanted[2].sum()
    assert ended + cut > 0
    for i in range(device.n):
        assert device.position(i).text == batch.position(i).text


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_random_play_in_one_go_makes_the_moves_of_many_steps(
    name: str, options: dict[str, Any]
) -> None:
    one, other = (
        DeviceBatch(name, 30, DEVICE, seed=8, autoreset=True, plies=60, **options) for _ in range(2)
    )
    ends = dict.fromkeys(device_batch.ENDS, 0)
    for _ in range(100):
        mover = on_host(one.turn)
        made = one.step(one.random_actions(), trusted=True)
        rewards, terminated, truncated = map(on_host, made)
        winner = np.where(rewards > 0, mover, 1 - mover)[(terminated != 0) & (rewards != 0)]
        ends["first side won"] += int((winner == 0).sum())
        ends["second side won"] += int((winner == 1).sum())
        ends["drawn"] += int(((terminated != 0) & (rewards == 0)).sum())
        ends["cut short"] += int(truncated.sum())
    assert other.play_random(60) != ends
    assert sum(other.play_random(40).values()) < sum(ends.values())
    assert same(one.records, other.records)
    assert same(one.plies, other.plies)
    assert (
        DeviceBatch(name, 30, DEVICE, seed=8, autoreset=True, plies=60, **options).play_random(100)
        == ends
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_position_goes_in_and_comes_out(game: outwit.Game) -> None:
    device = DeviceBatch(game, 3, DEVICE)
    position = game.start()
    for _ in range(5):
        position.play_number(position.legal_numbers[-1])
    device.set_position(1, position)
    assert device.position(1).text == position.text
    assert device.position(1) == position
    assert device.position(0) == game.start()
    assert device.plies.tolist() == [0, 0, 0]
    assert device.turn.tolist() == [0, 1, 0]
    assert same(device.legal_mask()[1], np.array(device.actions.mask(position)))


def test_boards_begin_anew_where_a_mask_says_so() -> None:
    device = DeviceBatch(GAMES[0], 3, DEVICE)
    device.step(device.random_actions())
    device.reset(device.arrays.put(np.array([0, 1, 0], np.uint8)))
    assert device.plies.tolist() == [1, 0, 1]
    device.reset()
    assert device.plies.tolist() == [0, 0, 0]


def test_an_illegal_action_names_the_first_board_and_nothing_has_moved() -> None:
    device = DeviceBatch(GAMES[0], 4, DEVICE, plies=1)
    legal = device.random_actions()
    before = device.records + 0
    illegal = int(np.flatnonzero(on_host(device.legal_mask())[2] == 0)[0])
    for wrong, reason in (
        (illegal, f"board 2: action {illegal} is not legal"),
        (device.size, f"board 2: action {device.size} is not from -1 to {device.size - 1}"),
        (-2, f"board 2: action -2 is not from -1 to {device.size - 1}"),
    ):
        actions = legal + 0
        actions[2:] = wrong
        with pytest.raises(IllegalAction, match=f"^{reason}$"):
            device.step(actions)
        assert same(device.records, before)
    device.step(legal)
    with pytest.raises(IllegalAction, match=r"^board 0: the game is over: reset it, or skip it"):
        device.step(legal)
    assert device.random_actions().tolist() == [-1] * 4
    device.step(device.arrays.put(np.full(4, -1, np.int64)))


def test_an_array_of_another_library_is_used_without_a_copy() -> None:
    class Foreign:
        """An array that is known by DLPack alone."""

        def __init__(self, array: Any) -> None:
            self.array = array

        def __dlpack__(self, **words: Any) -> Any:
            return self.array.__dlpack__(**words)

        def __dlpack_device__(self) -> Any:
            return self.array.__dlpack_device__()

    device = DeviceBatch(GAMES[0], 4, "cpu")
    actions = device.random_actions()
    assert device.step(Foreign(actions))[0].tolist() == [0.0] * 4
    assert np.from_dlpack(device.records).ctypes.data == device.records.ctypes.data
    out = np.empty((4, device.size), np.uint8)
    assert device.legal_mask(out) is out


@pytest.mark.parametrize(
    ("spoiled", "reason"),
    [
        (lambda n: [0] * n, "actions: an array is expected, not list"),
        (lambda n: np.zeros(n, np.float32), "numbers of type int32 or int64 are expected, not flo"),
        (lambda n: np.zeros(n + 1, np.int32), r"the shape \(4,\) is expected, not \(5,\)"),
        (lambda n: np.zeros(2 * n, np.int32)[::2], "actions: the array is not contiguous"),
    ],
)
def test_an_array_that_does_not_fit_is_refused_in_words(spoiled: Any, reason: str) -> None:
    device = DeviceBatch(GAMES[0], 4, "cpu")
    with pytest.raises(UsageError, match=reason):
        device.step(spoiled(4))


def test_an_array_that_is_written_must_be_writable() -> None:
    device = DeviceBatch(GAMES[0], 4, "cpu")
    out = np.zeros((4, device.size), np.uint8)
    out.flags.writeable = False
    with pytest.raises(UsageError, match="out: the array is read-only"):
        device.legal_mask(out)
    with pytest.raises(UsageError, match="dtype: 'float64' is neither uint8 nor float32"):
        device.observe(dtype="float64")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"n": 0}, "n: 0 is not a whole number from 1 to"),
        ({"device": "tpu"}, "device: 'tpu' is neither cuda nor cpu"),
        ({"plies": 0}, "plies: 0 is not a whole number from 1"),
        ({"game": WITHOUT}, f"{WITHOUT.name} has no rules for graphics processors"),
    ],
)
def test_a_batch_that_cannot_be_is_refused_in_words(words: dict[str, Any], reason: str) -> None:
    given: dict[str, Any] = {"game": GAMES[0], "n": 1, "device": "cpu", **words}
    with pytest.raises(UsageError, match=reason):
        DeviceBatch(**given)


def test_positions_of_another_game_or_with_other_options_are_refused() -> None:
    name, options = next(each for each in VARIANTS if each[1])
    device = DeviceBatch(name, 1, "cpu")
    with pytest.raises(UsageError, match="the options of the position are not"):
        device.set_position(0, outwit.game(name).start(**options))
    other = next(game for game in GAMES if game.name != name)
    with pytest.raises(UsageError, match=f"a position of {name} is expected"):
        device.set_position(0, other.start())


def test_rules_of_other_sizes_are_found_out() -> None:
    one, other = GAMES[:2]
    rules = one.parts.many_boards
    assert rules is not None
    assert other.parts.many_boards is not None
    parts = one.parts.replace(many_boards=rules.replace(records=other.parts.many_boards.records))
    with pytest.raises(GameFault, match=f"{one.name}: records have the sizes"):
        DeviceBatch(one.replace(parts=parts), 1, "cpu")


def test_without_a_graphics_processor_the_cure_is_named() -> None:
    torch = pytest.importorskip("torch", reason=f"PyTorch is not installed{CURE}pip install torch")
    if torch.cuda.is_available():
        pytest.skip("there is a graphics processor")
    with pytest.raises(UsageError, match="PyTorch sees no graphics processor; device='cpu' does"):
        DeviceBatch(GAMES[0], 1)
