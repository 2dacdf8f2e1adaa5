"""Compile every module that has a ``.pxd`` header beside it; everything else stays plain Python."""

import gzip
import io
import os
import platform
import sys
import tarfile
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.sdist import sdist

SOURCE = Path("src")
TRANSLATED = Path("build/cython")
HEADER_ONLY = "# header only"
# What begins the first line of a header whose module is not compiled with -O3: what gains nothing
# from it compiles faster with less. Measured as instructions of a search, by valgrind.
MODEST = "# compiled with "
# The processor to compile for: macOS may compile for one that it does not run on.
PROCESSOR = os.environ.get("ARCHFLAGS", "").removeprefix("-arch ") or platform.machine()
# Every x86-64 processor since 2009 counts bits in one instruction; the compiler must be told.
FLAGS = [
    "-g0",
    "-Wno-unused-function",
    *(["-mpopcnt"] if PROCESSOR == "x86_64" else []),
]
# Flags of a build with sanitizers, for compiler and linker; they come last.
EXTRA = os.environ.get("OUTWIT_CFLAGS", "").split()
WINDOWS = """\
Outwit on Windows: nothing is compiled, so searches are slow. These commands work: games, show,
moves, perft, draw, best, analyse, engine, replay, convert, check. Those that run programs, keep
tournaments or serve the portal need Linux or macOS. In WSL, the Windows Subsystem for Linux,
everything works.
"""


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

    None where OUTWIT_PURE asks for plain Python, and on Windows; where OUTWIT_C is set, from the C
    files of an earlier build, for which no Cython is needed.
    """
    if os.environ.get("OUTWIT_PURE"):
        return []
    if sys.platform == "win32":
        sys.stderr.write(WINDOWS)
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


class Sdist(sdist):
    """Writes the same bytes for the same files, wherever and whenever it is built."""

    def make_archive(self, base_name: str, format: str, *where: str, **names: str) -> str:  # noqa: A002
        """Pack the files; then pack them again in order, without their times, owners and rights."""
        path = str(super().make_archive(base_name, format, *where, **names))
        if format == "gztar":
            with tarfile.open(path) as archive:
                files = {member.name: archive.extractfile(member) for member in archive}
                found = {name: file.read() for name, file in files.items() if file is not None}
            write_archive(path, found)
        return path


def write_archive(path: str, files: dict[str, bytes]) -> None:
    """Write a .tar.gz of files that anybody may read."""
    time = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    with (
        open(path, "wb") as raw,
        gzip.GzipFile("", "wb", mtime=time, fileobj=raw) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for name in sorted(files):
            member = tarfile.TarInfo(name)
            member.size, member.mtime = len(files[name]), time
            archive.addfile(member, io.BytesIO(files[name]))


setup(ext_modules=extensions(), cmdclass={"sdist": Sdist})
