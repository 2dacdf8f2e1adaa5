"""A class with an assignment, for the tests of what is handed in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from outwit.core.value import Value
from outwit.storage.accounts import AccountStore
from outwit.storage.classes import ClassStore, NewClass
from outwit.storage.homework import HomeworkStore, NewHomework

DAY = timedelta(days=1)
DEADLINE = datetime(2030, 5, 1, 12, tzinfo=UTC)
BEFORE, AFTER = DEADLINE - DAY, DEADLINE + DAY


class Course(Value):
    """A class: its teacher, its students, and one published assignment."""

    class_id: str
    teacher: int
    students: tuple[int, ...]
    homework: str


def make_course(accounts: AccountStore, students: int = 2, **changes: Any) -> Course:
    """Store a class with students and an assignment, whose fields can be given."""
    database = accounts.database
    classes, people = ClassStore(database), [accounts.guest().id for _ in range(students + 1)]
    key = classes.create(NewClass("Spring", people[0], "ataxx", "10+0.1", 2))
    for each in people[1:]:
        classes.join(classes.get(key).code, each)
    new = NewHomework(key, "First program", "ataxx", deadline=DEADLINE, published=True)
    homework = HomeworkStore(database).create(new.replace(**changes))
    return Course(key, people[0], tuple(people[1:]), homework)
