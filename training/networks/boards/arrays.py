"""Storage of the kernel's numbers: numpy arrays, or PyTorch tensors on any device."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

# An array of numpy or a tensor of PyTorch.
Array = Any


class Arrays(Protocol):
    """The interface through which the kernel allocates and addresses arrays."""

    def empty(self, shape: tuple[int, ...], kind: str) -> Array:
        """Return an array whose numbers are not set; ``kind`` is their type, such as int32."""

    def put(self, array: NDArray[np.generic]) -> Array:
        """Return the same numbers where they are wanted."""

    def dense(self, array: Array, kind: str) -> Array:
        """Return the same numbers of that type, one behind the other."""

    def address(self, array: Array) -> int:
        """Return where the first number lies."""


class NumpyArrays:
    """Keeps numbers in numpy arrays."""

    def empty(self, shape: tuple[int, ...], kind: str) -> Array:
        """Return an array whose numbers are not set."""
        return np.empty(shape, kind)

    def put(self, array: NDArray[np.generic]) -> Array:
        """Return the array."""
        return np.ascontiguousarray(array)

    def dense(self, array: Array, kind: str) -> Array:
        """Return the same numbers of that type, one behind the other."""
        return np.ascontiguousarray(array, kind)

    def address(self, array: Array) -> int:
        """Return where the first number lies."""
        return int(array.ctypes.data)


class TorchArrays:
    """Keeps numbers in tensors on a device."""

    def __init__(self, torch: Any, device: str) -> None:
        self.torch = torch
        self.device = device

    def empty(self, shape: tuple[int, ...], kind: str) -> Array:
        """Return a tensor whose numbers are not set."""
        return self.torch.empty(shape, dtype=getattr(self.torch, kind), device=self.device)

    def put(self, array: NDArray[np.generic]) -> Array:
        """Return the same numbers on the device."""
        return self.torch.from_numpy(np.ascontiguousarray(array)).to(self.device)

    def dense(self, array: Array, kind: str) -> Array:
        """Return the same numbers of that type, one behind the other."""
        return array.to(getattr(self.torch, kind)).contiguous()

    def address(self, array: Array) -> int:
        """Return where the first number lies."""
        return int(array.data_ptr())
