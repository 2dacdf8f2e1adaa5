from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from outwit.arena.cluster import MOST_LOSSES
from outwit.courses import cluster
from outwit.courses.cluster import Cluster
from outwit.courses.work import do
from outwit.errors import BadFile, MarkerFault


class RayError(Exception):
    pass


class RayTaskError(RayError):
    def __init__(self, cause: Exception) -> None:
        super().__init__(str(cause))
        self.cause = cause


class Ray:
    """Stands in for Ray: a task has one outcome after the other."""

    exceptions = SimpleNamespace(RayError=RayError, RayTaskError=RayTaskError)

    def __init__(self, outcomes: list[Any]) -> None:
        self.outcomes = outcomes

    def remote(self, max_retries: int) -> Any:
        assert max_retries == 0

        def task(function: object) -> Any:
            assert function is do
            return SimpleNamespace(remote=lambda _: self.outcomes.pop(0))

        return task

    def get(self, outcome: Any) -> Any:
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


def run(monkeypatch: pytest.MonkeyPatch, *outcomes: Any) -> Any:
    monkeypatch.setattr(cluster, "connect", lambda address: (Ray(list(outcomes)), False))
    return Cluster("ray://host:1").do(None)  # type: ignore[arg-type]


def test_a_task_that_a_machine_has_lost_is_done_on_another(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, RayError("node died"), {"score": 1}) == {"score": 1}


def test_a_task_that_is_lost_again_and_again_is_a_fault_of_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(MarkerFault, match=f"lost this task {MOST_LOSSES} times: node died"):
        run(monkeypatch, *[RayError("node died")] * MOST_LOSSES)


def test_what_a_task_raises_is_raised_here(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadFile, match="no exam"):
        run(monkeypatch, RayTaskError(BadFile("no exam")))
