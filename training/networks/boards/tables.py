"""The numbers of a network as the kernel reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from outwit.core.value import Value
from outwit.engine.units import OUTPUT_ONE

if TYPE_CHECKING:
    from outwit.engine.network import Network
    from outwit.environments.device.arrays import Array, Arrays

# The widths of hidden layers that ``kernel.cu`` is built for; others are filled up with zeros.
WIDTHS = (128, 256)
# The byte that stands for 0 in a row.
ZERO = 128


class Tables(Value):
    """Rows of bytes, their bias, and weights of the outputs, 1 being ``scale`` hundredths."""

    width: int
    scale: int
    rows: Array
    bias: Array
    outputs: Array
    output_bias: Array


def tables_of(network: Network, arrays: Arrays) -> Tables:
    """Return the numbers of a network for the kernel."""
    hidden, slots, buckets = network.hidden, network.slots, network.buckets
    width = next(width for width in WIDTHS if width >= hidden)
    rows = np.full((slots * network.states, width), ZERO, np.uint8)
    rows[:, :hidden] = np.frombuffer(network.rows, np.int8).reshape(-1, hidden) + np.int16(ZERO)
    bias = np.full(width, -ZERO * slots, np.int32)
    bias[:hidden] += np.frombuffer(network.bias, np.int16)
    outputs = np.zeros((buckets, 2, width), np.float32)
    given = np.frombuffer(network.outputs, np.int16).reshape(buckets, 2, hidden)
    outputs[:, :, :hidden] = given / OUTPUT_ONE
    output_bias = (np.frombuffer(network.output_bias, np.int32) / OUTPUT_ONE).astype(np.float32)
    placed = (arrays.put(array) for array in (rows, bias, outputs, output_bias))
    return Tables(width, network.scale, *placed)
