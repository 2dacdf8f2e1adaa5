"""Marks: the first counts, a later one when the teacher says so, hidden ones apart."""

from __future__ import annotations

import pytest

from outwit.storage.accounts import AccountStore
from outwit.storage.database import Database
from outwit.storage.handins import HandInStore
from outwit.storage.marks import MarkStore, store_mark
from tests.storage.homeworks import BEFORE, Course, make_course


@pytest.fixture
def store(database: Database) -> MarkStore:
    return MarkStore(database)


@pytest.fixture
def course(accounts: AccountStore) -> Course:
    return make_course(accounts)


def mark(store: MarkStore, handin: str, score: float, *, counts: bool, whole: bool = False) -> None:
    report = {"extra_data": {"score": score, "most": 10.0}}
    with store.database.session() as connection:
        store_mark(connection, handin, 1, report, whole=whole, counts=counts)


def test_a_later_mark_counts_only_when_it_is_accepted(store: MarkStore, course: Course) -> None:
    handins = HandInStore(store.database)
    handin = handins.add(course.homework, course.students[0], b"x", "x", BEFORE).id
    mark(store, handin, 5, counts=False)
    assert store.counting(course.homework, whole=False)[handin].score == 5
    assert store.pending(course.homework, whole=False) == {}
    mark(store, handin, 7, counts=False)
    mark(store, handin, 8, counts=False)
    assert store.counting(course.homework, whole=False)[handin].score == 5
    pending = store.pending(course.homework, whole=False)
    assert {key: each.score for key, each in pending.items()} == {handin: 8}
    store.accept([pending[handin].id])
    assert store.counting(course.homework, whole=False)[handin].score == 8
    assert store.pending(course.homework, whole=False) == {}
    assert [each.score for each in store.of_handin(handin)] == [8, 7, 5]


def test_marks_with_hidden_cases_are_kept_apart(store: MarkStore, course: Course) -> None:
    handins = HandInStore(store.database)
    handin = handins.add(course.homework, course.students[0], b"x", "x", BEFORE).id
    mark(store, handin, 5, counts=True)
    mark(store, handin, 3, counts=True, whole=True)
    mark(store, handin, 6, counts=True)
    assert store.counting(course.homework, whole=False)[handin].score == 6
    assert store.counting(course.homework, whole=True)[handin].score == 3
