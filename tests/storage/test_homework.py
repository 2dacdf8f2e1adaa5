"""Assignments in the database: dates, groups, drafts and what goes with a class."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from outwit.errors import NotAllowed, NotFound, UsageError
from outwit.storage.accounts import AccountStore
from outwit.storage.classes import ClassStore
from outwit.storage.contents import ContentStore
from outwit.storage.database import Database
from outwit.storage.handins import HandInStore
from outwit.storage.homework import FILE, NOTHING, HomeworkStore, NewHomework, StoredHomework
from tests.storage.homeworks import AFTER, BEFORE, DAY, DEADLINE, make_course


@pytest.fixture
def store(database: Database) -> HomeworkStore:
    return HomeworkStore(database)


def test_an_assignment_is_stored_as_it_was_made(
    store: HomeworkStore, accounts: AccountStore
) -> None:
    course = make_course(accounts, options={"size": "7"}, languages=("python", "c"), group_size=2)
    found = store.get(course.homework)
    assert (found.title, found.options, found.languages) == (
        "First program",
        {"size": "7"},
        ("python", "c"),
    )
    assert (found.revision, found.frozen, found.deadline) == (1, False, DEADLINE)
    assert store.of_class(course.class_id) == (found,)


@pytest.mark.parametrize(
    ("late", "published", "days", "is_open"),
    [
        (0, True, -1, True),
        (0, True, 1, False),
        (48, True, 1, True),
        (48, True, 3, False),
        (0, False, -1, False),
    ],
)
def test_hand_ins_are_taken_until_the_deadline_and_the_late_hours(
    late: int, published: bool, days: int, is_open: bool
) -> None:
    found = homework(late_hours=late, published=published)
    assert found.is_open(DEADLINE + days * DAY) is is_open


def test_nothing_is_taken_before_the_opening_and_while_it_is_frozen() -> None:
    opens = BEFORE
    assert not homework(opens=opens).is_open(opens - timedelta(seconds=1))
    assert homework(opens=opens).is_open(opens)
    assert not homework().replace(frozen=True).is_open(BEFORE)


@pytest.mark.parametrize(
    ("hours", "lost"), [(-1, 0.0), (0, 0.0), (1, 0.1), (23.9, 0.1), (24.1, 0.2), (24 * 30, 1.0)]
)
def test_each_late_day_begun_costs_its_percent(hours: float, lost: float) -> None:
    at = DEADLINE + timedelta(hours=hours)
    assert homework(late_hours=720, late_percent=10).penalty(at) == pytest.approx(lost)


def test_students_see_more_when_it_is_over() -> None:
    found = homework(before=NOTHING, late_hours=2)
    assert found.sight(DEADLINE + timedelta(hours=1)) == NOTHING
    assert found.sight(AFTER) == "cases"
    assert homework(deadline=None).sight(AFTER) == "cases"


@pytest.mark.parametrize(
    "change",
    [
        {"title": "x"},
        {"exam": "none"},
        {"exam": FILE},
        {"paper": "[[part]]"},
        {"before": "all"},
        {"time_control": "unlimited"},
        {"opens": AFTER},
        {"late_hours": -1},
        {"late_percent": 101},
        {"group_size": 0},
    ],
)
def test_what_makes_no_sense_is_refused(
    store: HomeworkStore, accounts: AccountStore, change: dict[str, Any]
) -> None:
    with pytest.raises(UsageError):
        make_course(accounts, **change)


def test_another_exam_is_another_revision(store: HomeworkStore, accounts: AccountStore) -> None:
    course = make_course(accounts)
    old = store.get(course.homework)
    new = NewHomework(**{name: getattr(old, name) for name in NewHomework.fields})
    assert store.change(old.id, new.replace(title="Another title")).revision == 1
    assert store.change(old.id, new.replace(exam=FILE, paper="[[part]]")).revision == 2
    with pytest.raises(NotAllowed, match="class and game"):
        store.change(old.id, new.replace(game="push"))


def test_a_copy_is_a_draft_without_dates(store: HomeworkStore, accounts: AccountStore) -> None:
    course = make_course(accounts, late_hours=5)
    copy = store.get(store.copy(course.homework, course.class_id))
    assert (copy.published, copy.opens, copy.deadline, copy.late_hours) == (False, None, None, 5)


def test_students_hand_in_together(store: HomeworkStore, accounts: AccountStore) -> None:
    course = make_course(accounts, students=4, group_size=2)
    first, second, third, fourth = course.students
    store.join(course.homework, second, first)
    assert store.leader(course.homework, second) == first
    assert store.partners(course.homework) == {second: first}
    with pytest.raises(NotAllowed, match="at most 2"):
        store.join(course.homework, third, first)
    with pytest.raises(NotAllowed, match="in a group already"):
        store.join(course.homework, third, second)
    with pytest.raises(NotAllowed, match="leave your group first"):
        store.join(course.homework, first, fourth)
    with pytest.raises(NotAllowed, match="only members"):
        store.join(course.homework, course.teacher, fourth)
    store.leave(course.homework, second)
    store.join(course.homework, third, first)
    assert store.partners(course.homework) == {third: first}


def test_nobody_joins_a_group_of_one(store: HomeworkStore, accounts: AccountStore) -> None:
    course = make_course(accounts)
    with pytest.raises(NotAllowed, match="at most 1"):
        store.join(course.homework, *course.students)


@pytest.mark.parametrize("key", ["", "aaaaaaaa", "a\x00bcdefg", "☃" * 8])
def test_an_unknown_assignment_is_not_found(store: HomeworkStore, key: str) -> None:
    with pytest.raises(NotFound):
        store.get(key)


def test_a_class_goes_with_all_that_was_handed_in(
    store: HomeworkStore, accounts: AccountStore
) -> None:
    course, others = make_course(accounts), make_course(accounts)
    handins, contents = HandInStore(store.database), ContentStore(store.database)
    gone = handins.add(course.homework, course.students[0], b"one", "one.zip", BEFORE)
    shared = handins.add(course.homework, course.students[1], b"both", "both.zip", BEFORE)
    kept = handins.add(others.homework, others.students[0], b"both", "both.zip", BEFORE)
    assert shared.content == kept.content
    ClassStore(store.database).delete(course.class_id)
    for find in (lambda: store.get(course.homework), lambda: handins.get(gone.id)):
        with pytest.raises(NotFound):
            find()
    with pytest.raises(NotFound):
        contents.get(gone.content)
    assert contents.get(kept.content) == b"both"
    assert handins.get(kept.id) == kept


def homework(**changes: Any) -> StoredHomework:
    new = StoredHomework("aaaaaaaa", "Title", "ataxx", deadline=DEADLINE, published=True)
    return new.replace(**changes)


def test_base_code_is_kept_while_its_assignment_is(
    store: HomeworkStore, accounts: AccountStore
) -> None:
    course, contents = make_course(accounts), ContentStore(store.database)
    store.give(course.homework, b"older")
    store.give(course.homework, b"base")
    base = store.get(course.homework).base
    assert base is not None
    assert contents.tidy() == 1
    assert contents.get(base) == b"base"
    store.change(course.homework, homework(class_id=course.class_id))
    assert store.get(course.homework).base == base
    store.delete(course.homework)
    assert contents.tidy() == 1
