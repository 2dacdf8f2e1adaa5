"""Who may see an assignment, and what of it: one rule after another."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from outwit.errors import NotAllowed, NotFound
from outwit.server.edge.identity import Identity
from outwit.server.edge.passes import Passes
from outwit.server.news.bus import Bus
from outwit.server.routes.entering import Entering, own_handin, some_bout
from outwit.server.values.entry import Entry
from outwit.storage.accounts import AccountStore
from outwit.storage.bouts import BoutStore, NewBout, store_bout
from outwit.storage.classes import ClassStore, NewClass
from outwit.storage.database import Database
from outwit.storage.handins import HandIn, HandInStore
from outwit.storage.homework import HomeworkStore, NewHomework
from outwit.storage.sessions import SessionStore
from outwit.storage.tables import now
from outwit.storage.tokens import TokenStore
from tests.storage.conftest import WEAK

pytestmark = pytest.mark.compiled_only


class School:
    """Two classes with a teacher and students each; Ada's has an assignment."""

    def __init__(self, folder: Path) -> None:
        self.database = Database(f"sqlite:///{folder / 'portal.db'}")
        self.classes = ClassStore(self.database)
        self.homework = HomeworkStore(self.database)
        self.handins = HandInStore(self.database)
        self.bouts = BoutStore(self.database)
        sessions, tokens = SessionStore(self.database), TokenStore(self.database)
        identity = Identity("secret", sessions, Passes(Bus(), sessions, tokens), secure=False)
        self.entering = Entering(identity, self.classes, self.homework)
        accounts = AccountStore(self.database)
        accounts.hasher = WEAK
        names = ("Ada", "Bea", "Cid", "Dan", "Tom", "Uma")
        self.people = {name: accounts.register(name, "correct horse").id for name in names}
        self.of_class = self.class_of("Ada", "Bea", "Cid", "Dan")
        self.other = self.class_of("Tom", "Uma")
        self.key = self.assignment(self.of_class)

    def class_of(self, teacher: str, *students: str) -> str:
        new = NewClass("Spring", self.people[teacher], "ataxx", "10+0.1", 2)
        key = self.classes.create(new)
        for student in students:
            self.classes.join(self.classes.get(key).code, self.people[student])
        return key

    def assignment(self, of_class: str, *, published: bool = True) -> str:
        new = NewHomework(of_class, "A bot", "ataxx", group_size=2, published=published)
        return self.homework.create(new)

    def enter(self, name: str | None, key: str = "", of_class: str | None = None) -> Entry:
        account = None if name is None else self.people[name]
        return asyncio.run(self.entering.enter(key or self.key, account, of_class or self.of_class))

    def hand_in(self, name: str, key: str = "") -> HandIn:
        return self.handins.add(key or self.key, self.people[name], b"x", "bot", now())

    def look(self, name: str, handin: HandIn) -> HandIn:
        return asyncio.run(own_handin(self.handins, self.enter(name), handin.id))


@pytest.fixture
def school(tmp_path: Path) -> School:
    return School(tmp_path)


@pytest.mark.parametrize(("name", "teaches"), [("Ada", True), ("Bea", False), ("Cid", False)])
def test_the_class_and_its_teacher_enter(school: School, name: str, teaches: bool) -> None:
    entry = school.enter(name)
    assert (entry.account, entry.is_teacher) == (school.people[name], teaches)
    assert (entry.of_class.id, entry.homework.id) == (school.of_class, school.key)


@pytest.mark.parametrize("name", ["Tom", "Uma", None])
def test_another_class_its_teacher_and_guests_learn_nothing(
    school: School, name: str | None
) -> None:
    told = []
    for key in (school.key, "AAAAAAAA", "../..", "\0"):
        with pytest.raises(NotFound) as caught:
            school.enter(name, key)
        told.append(str(caught.value))
    # An assignment that is there sounds like one that is not.
    assert len(set(told)) == 1


def test_a_removed_student_is_out(school: School) -> None:
    school.classes.remove(school.of_class, school.people["Bea"])
    with pytest.raises(NotFound, match="no class"):
        school.enter("Bea")


def test_a_draft_is_the_teachers_alone(school: School) -> None:
    draft = school.assignment(school.of_class, published=False)
    assert school.enter("Ada", draft).is_teacher
    with pytest.raises(NotFound, match="no class"):
        school.enter("Bea", draft)


def test_an_assignment_is_found_below_its_own_class_only(school: School) -> None:
    both = school.people["Uma"]
    school.classes.join(school.classes.get(school.of_class).code, both)
    assert school.enter("Uma").account == both
    with pytest.raises(NotFound, match="no class"):
        school.enter("Uma", school.key, school.other)


def test_teaching_and_studying_are_told_apart(school: School) -> None:
    school.enter("Ada").must_teach()
    school.enter("Bea").must_study()
    with pytest.raises(NotAllowed, match="teacher"):
        school.enter("Bea").must_teach()
    with pytest.raises(NotAllowed, match="students"):
        school.enter("Ada").must_study()


def test_a_hand_in_is_its_students_and_the_teachers(school: School) -> None:
    handin = school.hand_in("Bea")
    assert school.look("Bea", handin) == school.look("Ada", handin) == handin
    with pytest.raises(NotFound, match="no hand-in"):
        school.look("Cid", handin)


def test_a_group_shares_its_hand_ins_until_it_parts(school: School) -> None:
    people = school.people
    school.homework.join(school.key, people["Cid"], people["Bea"])
    handin = school.hand_in("Cid")
    assert handin.account == people["Bea"]
    assert school.look("Cid", handin) == school.look("Bea", handin)
    with pytest.raises(NotFound):
        school.look("Dan", handin)
    school.homework.leave(school.key, people["Cid"])
    with pytest.raises(NotFound):
        school.look("Cid", handin)


def test_bots_of_the_teacher_are_no_students(school: School) -> None:
    handin = school.handins.add_staff(school.key, school.people["Ada"], b"x", "rock")
    assert school.look("Ada", handin) == handin
    with pytest.raises(NotFound):
        school.look("Bea", handin)


def test_what_belongs_to_another_assignment_is_not_found_in_this_one(school: School) -> None:
    other = school.assignment(school.of_class)
    handin = school.hand_in("Bea", other)
    sides = (handin.id, "Bea 1", None, "level 1")
    new = NewBout(other, *sides, "1-0", "win", None, 1, "", ("", ""), (0.0, 0.0), now())
    with school.database.session() as connection:
        bout = store_bout(connection, new)
    for name in ("Bea", "Ada"):
        with pytest.raises(NotFound):
            school.look(name, handin)
        with pytest.raises(NotFound):
            asyncio.run(some_bout(school.bouts, school.enter(name), bout))
    entry = school.enter("Cid", other)
    assert asyncio.run(some_bout(school.bouts, entry, bout)).id == bout
