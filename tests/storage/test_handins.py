"""Hand-ins: numbered, one active, and nothing after the deadline."""

from __future__ import annotations

import pytest

from outwit.errors import NotAllowed, NotFound
from outwit.storage import handins as handins_module
from outwit.storage.accounts import AccountStore
from outwit.storage.contents import ContentStore
from outwit.storage.database import Database
from outwit.storage.handins import READY, REFUSED, BuildResult, HandInStore, store_build
from outwit.storage.homework import HomeworkStore
from outwit.storage.jobs import BUILD, JobQueue
from tests.storage.homeworks import AFTER, BEFORE, make_course


@pytest.fixture
def store(database: Database) -> HandInStore:
    return HandInStore(database)


def test_every_hand_in_is_kept_and_the_last_is_active(
    store: HandInStore, accounts: AccountStore
) -> None:
    course = make_course(accounts)
    student, other = course.students
    made = [store.add(course.homework, student, b"same", "bot.zip", BEFORE) for _ in range(3)]
    store.add(course.homework, other, b"same", "bot.zip", BEFORE)
    assert [each.number for each in made] == [1, 2, 3]
    assert len({each.content for each in made}) == 1
    found = store.of_student(course.homework, student)
    assert [(each.number, each.active) for each in found] == [(3, True), (2, False), (1, False)]
    assert store.numbered(course.homework, student, 2).id == made[1].id
    assert ContentStore(store.database).get(made[0].content) == b"same"
    assert {each.account for each in store.active(course.homework)} == {student, other}


def test_an_earlier_one_can_be_made_active_until_the_deadline(
    store: HandInStore, accounts: AccountStore
) -> None:
    course = make_course(accounts)
    student = course.students[0]
    first, _ = (store.add(course.homework, student, b"x", "x", BEFORE) for _ in range(2))
    store.activate(first.id, BEFORE)
    assert [each.number for each in store.active(course.homework)] == [1]
    with pytest.raises(NotAllowed, match="no longer"):
        store.activate(first.id, AFTER)


def test_partners_share_their_hand_ins(store: HandInStore, accounts: AccountStore) -> None:
    course = make_course(accounts, group_size=2)
    leader, partner = course.students
    HomeworkStore(store.database).join(course.homework, partner, leader)
    made = store.add(course.homework, partner, b"x", "x", BEFORE)
    assert (made.account, made.by) == (leader, partner)


def test_nothing_is_handed_in_after_the_deadline(
    store: HandInStore, accounts: AccountStore
) -> None:
    course = make_course(accounts)
    with pytest.raises(NotAllowed, match="does not take"):
        store.add(course.homework, course.students[0], b"x", "x", AFTER)
    assert store.of_homework(course.homework) == ()


def test_a_student_hands_in_so_many_times(
    store: HandInStore, accounts: AccountStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handins_module, "MOST_HANDINS", 1)
    course = make_course(accounts)
    store.add(course.homework, course.students[0], b"x", "x", BEFORE)
    with pytest.raises(NotAllowed, match="at most 1"):
        store.add(course.homework, course.students[0], b"x", "x", BEFORE)


def test_bots_of_the_teacher_play_beside_each_other(
    store: HandInStore, accounts: AccountStore
) -> None:
    course = make_course(accounts)
    first, second = (
        store.add_staff(course.homework, course.teacher, b"x", name) for name in ("easy", "hard")
    )
    assert [(each.account, each.number) for each in (first, second)] == [(None, 1), (None, 2)]
    assert len(store.active(course.homework)) == 2
    store.retire(first.id)
    assert [each.name for each in store.active(course.homework)] == ["hard"]


@pytest.mark.parametrize("built", [b"folder", None])
def test_a_hand_in_is_queued_and_keeps_what_its_build_said(
    store: HandInStore, accounts: AccountStore, built: bytes | None
) -> None:
    course = make_course(accounts)
    made = store.add(course.homework, course.students[0], b"x", "x", BEFORE)
    queue = JobQueue(store.database)
    job = queue.claim("worker")
    assert job is not None
    assert (job.kind, job.subject) == (BUILD, {"handin": made.id})
    result = BuildResult({"kind": "text"}, built, "C", "cc main.c", "" if built else "no main")
    assert queue.finish(job, lambda connection: store_build(connection, made.id, result))
    found = store.get(made.id)
    assert (found.state, found.is_playing) == ((READY, True) if built else (REFUSED, False))
    assert (found.language, found.log, found.bot) == ("C", "cc main.c", {"kind": "text"})
    if built:
        assert ContentStore(store.database).get(str(found.built)) == built
    assert ContentStore(store.database).tidy() == 0


@pytest.mark.parametrize("key", ["", "aaaaaaaa", "☃" * 8])
def test_an_unknown_hand_in_is_not_found(store: HandInStore, key: str) -> None:
    with pytest.raises(NotFound):
        store.get(key)


@pytest.mark.parametrize(
    ("built", "active"),
    [
        # What became of each hand-in in the order of the builds; the hand-in that then plays.
        ([(1, True), (2, True), (3, False)], 2),
        ([(1, True), (3, False), (2, False)], 1),
        ([(1, True), (3, False), (2, True)], 2),
        ([(1, False), (2, False), (3, False)], 3),
        ([(1, True), (2, False), (3, True)], 3),
    ],
)
def test_a_hand_in_that_cannot_be_built_lets_the_one_before_play_on(
    store: HandInStore, accounts: AccountStore, built: list[tuple[int, bool]], active: int
) -> None:
    course = make_course(accounts)
    made = [store.add(course.homework, course.students[0], b"x", "x", BEFORE) for _ in range(3)]
    for number, is_built in built:
        with store.database.session() as connection:
            result = BuildResult(built=b"program" if is_built else None)
            store_build(connection, made[number - 1].id, result)
    assert [each.number for each in store.active(course.homework)] == [active]
