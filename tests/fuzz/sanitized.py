"""A build of the compiled modules that checks itself, and targets replayed on it.

AddressSanitizer sees what is read or written outside of an array, UBSan what C leaves undefined.
Both end the process at once, and say where.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.fuzz.replay import ROOT

FOLDER = ROOT / "build" / "fuzz" / "sanitized"
FLAGS = (
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=undefined",
    "-fno-omit-frame-pointer",
    "-g1",
    "-O1",
)
# Mebibytes that a process may have.
MOST_MEMORY = 4_096


def library(compiler: str) -> str:
    """Return the path of the compiler's AddressSanitizer, nothing if it has none."""
    told = subprocess.run(
        [*compiler.split(), "-print-file-name=libasan.so"],
        capture_output=True,
        text=True,
        check=False,
    )
    path = Path(told.stdout.strip())
    return str(path.resolve()) if path.is_absolute() and path.exists() else ""


def missing() -> str:
    """Say what such a build needs and is not there; nothing if all is there."""
    compiler = os.environ.get("CC", "cc")
    if shutil.which(compiler.split()[-1]) is None:
        return "there is no C compiler. On Debian: apt-get install gcc libc6-dev"
    if not library(compiler):
        return "gcc's AddressSanitizer is not there. On Debian: apt-get install gcc libasan8"
    return ""


def build() -> None:
    """Compile all modules with sanitizers, beside links to everything else."""
    source = ROOT / "src"
    for path in FOLDER.rglob("*"):
        if path.is_symlink() and not path.exists():
            path.unlink()
    for path in source.rglob("*"):
        if path.is_file() and path.suffix not in (".so", ".pyc"):
            link = FOLDER / path.relative_to(source)
            link.parent.mkdir(parents=True, exist_ok=True)
            if not link.is_symlink():
                link.symlink_to(path)
    words = ["setup.py", "--quiet", "build_ext", "--parallel", "2", "--build-lib", str(FOLDER)]
    subprocess.run(
        [sys.executable, *words, "--build-temp", str(FOLDER.parent / "temp")],
        cwd=ROOT,
        env={**os.environ, "OUTWIT_CFLAGS": " ".join(FLAGS)},
        check=True,
    )


def environment() -> dict[str, str]:
    """Return the variables with which Python runs on that build."""
    return {
        **os.environ,
        "LD_PRELOAD": library(os.environ.get("CC", "cc")),
        "ASAN_OPTIONS": f"detect_leaks=0:hard_rss_limit_mb={MOST_MEMORY}",
        "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
        # So that every object of Python has an array of its own to be checked.
        "PYTHONMALLOC": "malloc",
        "PYTHONPATH": os.pathsep.join((str(FOLDER), str(ROOT))),
    }


def replayed(name: str, corpus: Path, seconds: float) -> int:
    """Replay a target on that build; return the exit status."""
    words = ["-m", "tests.fuzz.replay", name, "--folder", str(corpus), "--seconds", str(seconds)]
    return subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=environment(), check=False
    ).returncode
