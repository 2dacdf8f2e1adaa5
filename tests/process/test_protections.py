"""What is said of the protections of a machine."""

from __future__ import annotations

import pytest

from outwit.process import protections as module
from outwit.process.cgroup import CONTROLLERS, Place
from outwit.process.protections import IN_FORCE, MISSING, PARTLY, protections
from tests.cli.command import outwit

ALL = Place("/groups", frozenset(CONTROLLERS))


def set_machine(
    patch: pytest.MonkeyPatch, *, enclose: bool, filters: bool, there: Place | None
) -> dict[str, str]:
    """Return the states on a machine that can do so much."""
    patch.setattr(module, "can_enclose", lambda: enclose)
    patch.setattr(module, "last_namespace", lambda: ("--disable-userns",) if enclose else ())
    patch.setattr(module, "can_filter", lambda: filters)
    patch.setattr(module, "place", lambda: there)
    patch.setattr(module, "can_limit", lambda: True)
    return {each.name: each.state for each in protections()}


def test_where_all_is_there_all_is_in_force(monkeypatch: pytest.MonkeyPatch) -> None:
    found = set_machine(monkeypatch, enclose=True, filters=True, there=ALL)
    assert set(found.values()) == {IN_FORCE}
    assert not any(each.cure for each in protections())


def test_where_nothing_is_there_the_cure_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    found = set_machine(monkeypatch, enclose=False, filters=False, there=None)
    assert [found[name] for name in ("bubblewrap", "call filter", "control group")] == [MISSING] * 3
    assert found["own time only"] == PARTLY
    assert all(each.cure for each in protections() if each.state != IN_FORCE)


def test_a_group_that_limits_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    there = Place("/groups", frozenset({"memory"}))
    set_machine(monkeypatch, enclose=True, filters=True, there=there)
    group = next(each for each in protections() if each.name == "control group")
    assert group.state == PARTLY
    assert "not limited: pids, cpu" in group.effect
    assert group.cure == "enable pids, cpu in /groups/cgroup.subtree_control"


def test_an_older_bubblewrap_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    set_machine(monkeypatch, enclose=True, filters=True, there=ALL)
    monkeypatch.setattr(module, "last_namespace", lambda: ())
    assert {each.name: each.state for each in protections()}["bubblewrap"] == PARTLY


def test_the_doctor_says_it_of_this_machine() -> None:
    answer = outwit("doctor")
    assert answer.status == 0, answer
    for each in protections():
        assert f"{each.state:8}  {each.effect}" in answer.out
