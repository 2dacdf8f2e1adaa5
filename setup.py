"""Compile every module that has a ``.pxd`` header beside it; everything else stays plain Python."""

import os
import platform
from pathlib import Path

from setuptools import Extension, setup

SOURCE = Path("src")
TRANSLATED = Path("build/cython")
HEADER_ONLY = "# header only"
# What begins the first line of a header whose module is not compiled with -O3: what gains nothing
# from it compiles faster with less. Measured as instructions of a search, by valgrind.
MODEST = "# compiled with "
# Every x86-64 processor since 2009 counts bits in one instruction; the compiler must be told.
FLAGS = [
    "-g0",
    "-Wno-unused-function",
    *(["-mpopcnt"] if platform.machine() in ("x86_64", "AMD64") else []),
]
# Flags of a build with sanitizers, for compiler and linker; they come last.
EXTRA = os.environ.get("OUTWIT_CFLAGS", "").split()


def is_stale(headers: list[Path]) -> bool:
    """Tell whether a header has changed since modules were translated, for any may include it."""
    translated = [path for header in headers if (path := translation(header)).exists()]
    if not translated:
        return False
    newest = max(header.stat().st_mtime for header in headers)
    return newest > min(source.stat().st_mtime for source in translated)


def translation(header: Path) -> Path:
    """Return where the C file of a header's module lies once it is translated."""
    return TRANSLATED / header.with_suffix(".c")


def optimisation(header: Path) -> str:
    """Return the compiler's level for a header's module."""
    first, _, _ = header.read_text().partition("\n")
    return first.removeprefix(MODEST) if first.startswith(MODEST) else "-O3"


def extensions() -> list[Extension]:
    """Return one extension per header.

    None where OUTWIT_PURE asks for plain Python; where OUTWIT_C is set, from the C files of an
    earlier build, for which no Cython is needed.
    """
    if os.environ.get("OUTWIT_PURE"):
        return []
    from_c = bool(os.environ.get("OUTWIT_C"))
    headers = [
        path for path in SOURCE.rglob("*.pxd") if not path.read_text().startswith(HEADER_ONLY)
    ]
    # The longest first: the last to be compiled keeps the others waiting.
    headers.sort(key=lambda path: (-path.with_suffix(".py").stat().st_size, path))
    modules = [
        Extension(
            ".".join(header.with_suffix("").relative_to(SOURCE).parts),
            [str(translation(header) if from_c else header.with_suffix(".py"))],
            extra_compile_args=[optimisation(header), *FLAGS, *EXTRA],
            extra_link_args=EXTRA,
        )
        for header in headers
    ]
    if from_c:
        return modules
    from Cython.Build import cythonize
    from Cython.Compiler import Options

    Options.warning_errors = True
    return cythonize(
        modules,
        build_dir=str(TRANSLATED),
        force=is_stale(sorted(SOURCE.rglob("*.pxd"))),
        nthreads=os.cpu_count() or 1,
        compiler_directives={"language_level": "3"},
    )


setup(ext_modules=extensions())
