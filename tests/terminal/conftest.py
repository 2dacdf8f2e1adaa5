"""What holds for all tests of the terminal."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest

# More than the steps of any message on its way from a key to what it does.
STEPS = 50


@pytest.fixture(autouse=True)
def true_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw in all colours, whatever terminal the tests are run from."""
    monkeypatch.setenv("COLORTERM", "truecolor")


@pytest.fixture(autouse=True)
def quick_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spend no time on evaluations that nobody looks at."""
    monkeypatch.setattr("outwit.terminal.evaluationbar.SECONDS", 0.02)


@pytest.fixture(autouse=True, scope="session")
def quick_collection() -> None:
    """Let the garbage collector leave alone what is loaded; each application makes much garbage."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def quick_painting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paint screens only where a test looks at them, and at its end: nobody sees the others."""
    compositor = pytest.importorskip("textual._compositor").Compositor
    paint = compositor.render_update

    def paint_if_asked(self: Any, full: bool = False, **arguments: Any) -> object:
        if full:
            return paint(self, full=True, **arguments)
        self._dirty_regions.clear()
        return None

    monkeypatch.setattr(compositor, "render_update", paint_if_asked)


@pytest.fixture(autouse=True)
def quick_pilot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the pilot wait for messages, as it does, but not for an idle processor as well."""

    async def give_way(min_sleep: float = 0.0, max_sleep: float = 0.0) -> None:
        for _ in range(STEPS):
            await asyncio.sleep(0)

    monkeypatch.setattr("textual.app.wait_for_idle", give_way)
    monkeypatch.setattr("textual.pilot.wait_for_idle", give_way)
