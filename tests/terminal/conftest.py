"""What holds for all tests of the terminal."""

from __future__ import annotations

import asyncio

import pytest

# More than the steps of any message on its way from a key to what it does.
STEPS = 50


@pytest.fixture(autouse=True)
def quick_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spend no time on evaluations that nobody looks at."""
    monkeypatch.setattr("outwit.terminal.evaluationbar.SECONDS", 0.02)


@pytest.fixture(autouse=True)
def quick_pilot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the pilot wait for messages, as it does, but not for an idle processor as well."""

    async def give_way(min_sleep: float = 0.0, max_sleep: float = 0.0) -> None:
        for _ in range(STEPS):
            await asyncio.sleep(0)

    monkeypatch.setattr("textual.app.wait_for_idle", give_way)
    monkeypatch.setattr("textual.pilot.wait_for_idle", give_way)
