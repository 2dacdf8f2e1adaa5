"""A portal's database with a class, an assignment of Ataxx, and two students."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from outwit.core.value import Value
from outwit.courses.building import BuildTask, build
from outwit.storage.accounts import AccountStore
from outwit.storage.classes import ClassStore, NewClass
from outwit.storage.database import Database
from outwit.storage.handins import BuildResult, HandIn, HandInStore
from outwit.storage.homework import HomeworkStore, NewHomework
from outwit.storage.tables import now
from tests.courses.programs import PLAYS, packed
from tests.storage.conftest import WEAK

CLOCK = "10+0.1"


class Course(Value):
    """The database, the class, its assignment, the teacher and the students."""

    database: Database
    class_id: str
    homework: str
    teacher: int
    ada: int
    bob: int

    def hand_in(self, account: int, name: str, program: str = PLAYS) -> HandIn:
        """Hand a program of one file in."""
        data = packed({"main.py": program})
        return HandInStore(self.database).add(self.homework, account, data, name, now())


@pytest.fixture(scope="session")
def portal_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("course") / "portal.db"
    with Database(f"sqlite:///{path}") as database:
        database.migrate()
    return path


@pytest.fixture
def course(portal_file: Path, tmp_path: Path) -> Iterator[Course]:
    path = tmp_path / "portal.db"
    path.write_bytes(portal_file.read_bytes())
    with Database(f"sqlite:///{path}") as database:
        accounts = AccountStore(database, WEAK)
        teacher, ada, bob = (
            accounts.register(name, "correct horse").id for name in ("teacher", "ada", "bob")
        )
        classes = ClassStore(database)
        key = classes.create(NewClass("Games", teacher, "ataxx", CLOCK, 3))
        for account in (ada, bob):
            classes.join(classes.get(key).code, account)
        new = NewHomework(key, "Week 1", "ataxx", time_control=CLOCK, published=True)
        homework = HomeworkStore(database).create(new)
        yield Course(database, key, homework, teacher, ada, bob)


@pytest.fixture(scope="session")
def plays() -> BuildResult:
    """Return the program that plays, as it is built."""
    return build(BuildTask(packed({"main.py": PLAYS}), "ataxx", {}, CLOCK))
