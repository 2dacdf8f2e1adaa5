"""The little of the ``cython`` module that the compiled core uses."""

from builtins import bool as _bool
from builtins import int as _int
from contextlib import AbstractContextManager
from typing import TypeAlias

bint: TypeAlias = _bool
int: TypeAlias = _int
uchar: TypeAlias = _int
uint: TypeAlias = _int
longlong: TypeAlias = _int
short: TypeAlias = _int
Py_ssize_t: TypeAlias = _int
ulonglong: TypeAlias = _int
compiled: _bool
nogil: AbstractContextManager[None]
gil: AbstractContextManager[None]
