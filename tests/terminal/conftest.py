"""What holds for all tests of the terminal."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def quick_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spend no time on evaluations that nobody looks at."""
    monkeypatch.setattr("outwit.terminal.evaluationbar.SECONDS", 0.02)
