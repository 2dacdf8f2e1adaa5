"""Classes in the database: the code lets people in, and nothing else does."""

from __future__ import annotations

import pytest

from outwit.errors import NotAllowed, NotFound, UsageError
from outwit.storage.accounts import AccountStore
from outwit.storage.classes import MOST_BOTS, MOST_TAUGHT, ClassStore, NewClass, shown_code
from outwit.storage.database import Database


@pytest.fixture
def store(database: Database) -> ClassStore:
    return ClassStore(database)


@pytest.fixture
def people(accounts: AccountStore) -> list[int]:
    return [accounts.guest().id for _ in range(3)]


@pytest.fixture
def bots(accounts: AccountStore) -> list[int]:
    return [accounts.register(f"bot{i}", "correct horse", is_bot=True).id for i in range(4)]


def new(teacher: int, **changes: object) -> NewClass:
    return NewClass("Spring", teacher, "ataxx", "10+0.1", 2).replace(**changes)


def test_a_code_lets_people_in_however_they_type_it(store: ClassStore, people: list[int]) -> None:
    key = store.create(new(people[0]))
    code = store.get(key).code
    assert store.join(f" {shown_code(code).lower()} ", people[1]) == key
    assert store.join(code, people[1]) == key
    assert store.join(code, people[0]) == key
    assert [each.account for each in store.members(key)] == [people[1]]
    assert [store.may_see(key, each) for each in (*people, None)] == [True, True, False, False]
    assert [each.id for each in store.of_account(people[1])] == [key]
    assert store.of_account(people[2]) == ()


@pytest.mark.parametrize("code", ["", "AAAAAAAA", "a\x00bcdefg", "' or 1=1", "x" * 1000, "☃" * 8])
def test_a_wrong_code_lets_nobody_in(store: ClassStore, people: list[int], code: str) -> None:
    store.create(new(people[0]))
    with pytest.raises(NotFound, match="code"):
        store.join(code, people[1])


def test_an_old_code_opens_nothing(store: ClassStore, people: list[int]) -> None:
    key = store.create(new(people[0]))
    old = store.get(key).code
    assert store.change_code(key) != old
    with pytest.raises(NotFound):
        store.join(old, people[1])


@pytest.mark.parametrize(
    "change",
    [{"name": "x"}, {"hour": 24}, {"hour": -1}, {"time_control": "unlimited"}],
)
def test_what_cannot_be_is_refused(
    store: ClassStore, people: list[int], change: dict[str, object]
) -> None:
    with pytest.raises(UsageError):
        store.create(new(people[0], **change))


def test_a_teacher_has_so_many_classes(store: ClassStore, people: list[int]) -> None:
    for _ in range(MOST_TAUGHT):
        store.create(new(people[0]))
    with pytest.raises(NotAllowed, match="already"):
        store.create(new(people[0]))


def test_members_play_and_bring_a_few_bots(
    store: ClassStore, people: list[int], bots: list[int]
) -> None:
    key = store.create(new(people[0]))
    store.join(store.get(key).code, people[1])
    store.enter(key, people[1])
    for bot in bots[:MOST_BOTS]:
        store.enter(key, bot, people[1])
        store.enter(key, bot, people[1])
    with pytest.raises(NotAllowed, match="at most"):
        store.enter(key, bots[MOST_BOTS], people[1])
    with pytest.raises(NotAllowed, match="somebody else"):
        store.enter(key, bots[0], people[0])
    with pytest.raises(NotAllowed, match="only members"):
        store.enter(key, people[2])
    assert sum(each.plays for each in store.members(key)) == 1 + MOST_BOTS
    store.rest(key, people[1])
    assert sum(each.plays for each in store.members(key)) == MOST_BOTS


def test_whoever_is_removed_takes_the_bots_along(
    store: ClassStore, people: list[int], bots: list[int]
) -> None:
    key = store.create(new(people[0]))
    for person, bot in zip(people[1:], bots, strict=False):
        store.join(store.get(key).code, person)
        store.enter(key, bot, person)
    assert store.remove(key, people[1])
    assert not store.remove(key, people[1])
    assert {each.account for each in store.members(key)} == {people[2], bots[1]}
