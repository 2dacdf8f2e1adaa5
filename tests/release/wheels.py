"""Build the wheel of this clone from modules that `make build` has compiled."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
METADATA = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE")
BUILD = "import sys; from setuptools.build_meta import build_wheel as b; print(b(sys.argv[1]))"


def built_wheel(folder: Path) -> Path:
    """Build the wheel below a folder, without a compiler or the network, and return its path."""
    source = folder / "source"
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info")
    shutil.copytree(ROOT / "src", source / "src", ignore=ignored)
    for name in METADATA:
        shutil.copy(ROOT / name, source)
    (source / "build").mkdir()
    # Newer than what they were made from, the modules are not compiled again.
    (source / "build" / "cython").symlink_to(ROOT / "build" / "cython")
    for compiled in (ROOT / "build").glob("lib.*"):
        shutil.copytree(compiled, source / "build" / compiled.name)
    done = subprocess.run(
        [sys.executable, "-c", BUILD, str(folder)],
        cwd=source,
        env={**os.environ, "OUTWIT_C": "1", "CC": "false"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    shutil.rmtree(source)
    return folder / done.stdout.split()[-1]
