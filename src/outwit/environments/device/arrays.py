"""Storage of a kernel's numbers: numpy arrays, or PyTorch tensors on any device."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from outwit.errors import UsageError

if TYPE_CHECKING:
    from numpy.typing import NDArray

# An array of numpy or a tensor of PyTorch.
Array = Any


class Arrays(Protocol):
    """The interface through which a kernel allocates and addresses arrays."""

    def empty(self, shape: tuple[int, ...], kind: str) -> Array:
        """Return an array whose numbers are not set; ``kind`` is their type, such as int32."""

    def put(self, array: NDArray[np.generic]) -> Array:
        """Return the same numbers where they are wanted."""

    def dense(self, array: Array, kind: str) -> Array:
        """Return the same numbers of that type, one behind the other."""

    def address(self, array: Array) -> int:
        """Return where the first number lies."""

    def borrowed(self, name: str, array: object) -> Array:
        """Return an array of another library without a copy; raise UsageError if it is none."""

    def kind(self, array: Array) -> str:
        """Return the type of an array's numbers, such as int32."""

    def is_dense(self, array: Array) -> bool:
        """Tell whether the numbers lie one behind the other."""

    def is_writable(self, array: Array) -> bool:
        """Tell whether the numbers may be changed."""

    def fetched(self, array: Array) -> NDArray[Any]:
        """Return the numbers as an array of numpy."""


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

    def borrowed(self, name: str, array: object) -> Array:
        """Return an array that shares memory with another; raise UsageError if there is none."""
        if isinstance(array, np.ndarray):
            return array
        if hasattr(array, "__dlpack__"):
            try:
                return np.from_dlpack(array)
            except (BufferError, TypeError, RuntimeError) as error:
                raise UsageError(f"{name}: the array cannot be shared: {error}") from None
        raise UsageError(f"{name}: an array is expected, not {type(array).__name__}")

    def kind(self, array: Array) -> str:
        """Return the type of an array's numbers."""
        return str(array.dtype)

    def is_dense(self, array: Array) -> bool:
        """Tell whether the numbers lie one behind the other."""
        return bool(array.flags.c_contiguous)

    def is_writable(self, array: Array) -> bool:
        """Tell whether the numbers may be changed."""
        return bool(array.flags.writeable)

    def fetched(self, array: Array) -> NDArray[Any]:
        """Return a copy of the numbers."""
        return np.array(array)


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
        # Of a copy, because a tensor cannot share memory that is read-only.
        return self.torch.from_numpy(np.array(array)).to(self.device)

    def dense(self, array: Array, kind: str) -> Array:
        """Return the same numbers of that type, one behind the other."""
        return array.to(getattr(self.torch, kind)).contiguous()

    def address(self, array: Array) -> int:
        """Return where the first number lies."""
        return int(array.data_ptr())

    def borrowed(self, name: str, array: object) -> Array:
        """Return a tensor that shares memory with another array; raise UsageError if none can."""
        found: Any = array
        if not isinstance(array, self.torch.Tensor):
            if not hasattr(array, "__dlpack__"):
                raise UsageError(f"{name}: a tensor is expected, not {type(array).__name__}")
            try:
                found = self.torch.from_dlpack(array)
            except (BufferError, TypeError, RuntimeError) as error:
                raise UsageError(f"{name}: the array cannot be shared: {error}") from None
        if found.device.type != self.torch.device(self.device).type:
            raise UsageError(f"{name}: the tensor is on {found.device}, not on {self.device}")
        return found

    def kind(self, array: Array) -> str:
        """Return the type of a tensor's numbers."""
        return str(array.dtype).removeprefix("torch.")

    def is_dense(self, array: Array) -> bool:
        """Tell whether the numbers lie one behind the other."""
        return bool(array.is_contiguous())

    def is_writable(self, array: Array) -> bool:
        """Tell whether the numbers may be changed."""
        return not array.requires_grad

    def fetched(self, array: Array) -> NDArray[Any]:
        """Return a copy of the numbers."""
        return np.array(array.cpu().numpy())


def checked(
    arrays: Arrays,
    name: str,
    array: object,
    kinds: tuple[str, ...],
    *shapes: tuple[int, ...],
    is_written: bool = True,
) -> Array:
    """Return an array without a copy; raise UsageError, naming the array, if it does not fit."""
    found = arrays.borrowed(name, array)
    if arrays.kind(found) not in kinds:
        wanted = " or ".join(kinds)
        raise UsageError(f"{name}: numbers of type {wanted} are expected, not {arrays.kind(found)}")
    if tuple(found.shape) not in shapes:
        wanted = " or ".join(map(str, shapes))
        raise UsageError(f"{name}: the shape {wanted} is expected, not {tuple(found.shape)}")
    if not arrays.is_dense(found):
        raise UsageError(f"{name}: the array is not contiguous: pass a copy")
    if is_written and not arrays.is_writable(found):
        raise UsageError(f"{name}: the array is read-only")
    return found
