"""What tests of many boards share: the kernel on tensors, and a network's numbers for it."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

import outwit
from outwit.engine.network import load_network
from tests.tools import CURE, PROGRAMS

if TYPE_CHECKING:
    from training.networks.boards.kernel import Kernel
    from training.networks.boards.tables import Tables


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
