"""What tests of training share: compiled kernels, and a network for them."""

from __future__ import annotations

import ctypes
import shutil
import tempfile
import zlib
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import outwit
from outwit.engine.network import load_network
from tests.tools import CURE, PROGRAMS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from outwit.core.game import Game
    from training.networks.boards.kernel import Kernel
    from training.networks.boards.tables import Tables


@pytest.fixture(scope="session", autouse=True)
def compiled_once() -> Iterator[None]:
    """Compile the kernel of a game once for all processes of a run."""
    if find_spec("numpy") is None:
        yield
        return
    from outwit.environments.device import compiler
    from training.networks.boards import kernel as kernels

    # The temporary folder is the run's own.
    folder = Path(tempfile.gettempdir())

    def build(game: Game, command: str = compiler.ON_HOST) -> ctypes.CDLL:
        # The tests run a kernel for less time than the compiler takes to optimise it further.
        command = command.replace("-O2", "-O1")
        texts = [Path(path).read_bytes() for path in kernels.sources(game)]
        kept = folder / f"kernel-{zlib.crc32(b''.join([command.encode(), *texts])):08x}.so"
        if not kept.exists():
            with tempfile.TemporaryDirectory() as made:
                library = compiler.compiled(game.name, kernels.sources(game), command, made)
                Path(library).replace(kept)
        return ctypes.CDLL(str(kept))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernels, "build", build)
        yield


@pytest.fixture(scope="session")
def kernel() -> Kernel:
    """The kernel on tensors."""
    pytest.importorskip("torch", reason=f"PyTorch is not installed{CURE}pip install torch")
    if shutil.which("c++") is None:
        pytest.skip(f"there is no C++ compiler{CURE}{PROGRAMS['c++']}")
    from training.networks.boards.kernel import torch_kernel

    return torch_kernel(outwit.game("ataxx"))


@pytest.fixture(scope="session")
def tables(kernel: Kernel) -> Tables:
    """The numbers of the game's own network."""
    from training.networks.boards.tables import tables_of
    from training.networks.dataset import features_of

    features = features_of(outwit.game("ataxx"))
    network = load_network(features.network, features)
    assert network is not None
    return tables_of(network, kernel.arrays)
