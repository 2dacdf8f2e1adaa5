"""Stands in for the few names our modules take from ``cython``, where that is not installed.

Modules that are not compiled run as plain Python; to them these names mean nothing.
"""

from contextlib import nullcontext

compiled = False
bint = bool
int = uint = uchar = ulonglong = int  # noqa: A001, PLW0127  the names are cython's
nogil = gil = nullcontext()
