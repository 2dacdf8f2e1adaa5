"""Commands of a page, run by bash as a reader would."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.tools import complaints


def run(commands: str, folder: Path, given: str = "") -> str:
    """Run commands in a folder and return what they print; they must succeed."""
    places = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-ec", commands],
        cwd=folder,
        env={
            **os.environ,
            "PATH": places,
            "OUTWIT_HOME": str(folder / "home"),
            # Other plugins take longer to load than the tests of a page.
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        },
        input=given,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    # Without bubblewrap every command says so, and goes on.
    assert done.returncode == 0, (done.stdout, complaints(done.stderr))
    return done.stdout
