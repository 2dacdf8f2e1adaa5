from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.compiled_only

SLOW_TO_LOAD = {"click", "dataclasses", "enum", "inspect", "numpy", "re", "rich", "typing"}


def loaded_by(code: str) -> set[str]:
    """Return the modules a fresh interpreter has loaded after running some code."""
    script = f"import sys\n{code}\nsys.stderr.write(' '.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path[:] = {sys.path!r}\n{script}"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return set(done.stderr.split())


def test_importing_outwit_loads_none_of_its_modules() -> None:
    assert {name for name in loaded_by("import outwit") if name.startswith("outwit.")} == set()


@pytest.mark.parametrize(
    "code",
    [
        "from outwit.cli import run; run(['games'])",
        "import outwit; outwit.game('advance').start().legal_moves",
        "import outwit; outwit.game('ataxx').parts; outwit.game('advance').parts",
    ],
)
def test_listing_games_and_loading_one_waits_for_nothing_slow(code: str) -> None:
    assert loaded_by(code) & SLOW_TO_LOAD == set()
