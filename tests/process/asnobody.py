"""Runs a command as an ordinary user who can read our files, wherever they are."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from outwit.process.enclosure import parents

NOBODY = 65_534
# Folders of the root that are made anew, as others may not look into them.
ANEW = {"dev", "proc", "root", "home", "tmp"}


def as_nobody(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder; of the closed folders only what Python needs is seen."""
    view = ["bwrap"]
    for name in sorted(set(os.listdir("/")) - ANEW):
        path = f"/{name}"
        if os.path.islink(path):
            view += ["--symlink", os.readlink(path), path]
        else:
            view += ["--bind", path, path]
    view += ["--dev-bind", "/dev", "/dev", "--bind", "/proc", "/proc"]
    view += ["--perms", "1777", "--tmpfs", "/tmp"]
    shown = sorted({str(folder), sys.prefix, sys.base_prefix})
    for place in parents(shown):
        view += ["--perms", "0755", "--dir", place]
    for place in shown:
        view += ["--ro-bind", place, place]
    becoming = [f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--"]
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": "/tmp",
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return subprocess.run(
        [*view, "--chdir", str(folder), "--", "setpriv", *becoming, *words],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env=environment,
    )
