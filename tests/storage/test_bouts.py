"""Games of hand-ins in the database."""

from __future__ import annotations

import pytest

from outwit.errors import NotFound
from outwit.storage.accounts import AccountStore
from outwit.storage.bouts import BoutStore, NewBout, store_bout
from outwit.storage.database import Database
from outwit.storage.handins import HandInStore
from tests.storage.homeworks import AFTER, BEFORE, make_course


@pytest.fixture
def store(database: Database) -> BoutStore:
    return BoutStore(database)


def test_games_are_found_by_hand_in_and_opponent(store: BoutStore, accounts: AccountStore) -> None:
    course = make_course(accounts)
    handins = HandInStore(store.database)
    one, two = (handins.add(course.homework, s, b"x", "x", BEFORE).id for s in course.students)
    new = NewBout(
        course.homework,
        one,
        "ann 1",
        None,
        "level 1",
        "1-0",
        "most stones",
        None,
        40,
        "the record",
        ("warning", ""),
        (1.5, 0.25),
        BEFORE,
    )
    peers = new.replace(first=two, first_name="bob 1", second=one, second_name="ann 1", at=AFTER)
    with store.database.session() as connection:
        first, second = store_bout(connection, new), store_bout(connection, peers)
    found = store.get(first)
    assert {field: getattr(found, field) for field in NewBout.fields} == {
        field: getattr(new, field) for field in NewBout.fields
    }
    assert [each.id for each in store.of_homework(course.homework)] == [second, first]
    assert [each.id for each in store.of_handin(one)] == [second, first]
    assert [each.id for each in store.of_handin(two)] == [second]
    listed = store.of_handin(one)[1]
    assert (listed.record, listed.errors, listed.seconds) == ("", ("", ""), (1.5, 0.25))
    assert store.between(one, None, "level 1") == 1
    assert store.between(one, None, "level 3") == 0
    assert store.between(one, two, "") == store.between(two, one, "") == 1


@pytest.mark.parametrize("key", ["", "aaaaaaaa", "☃" * 8])
def test_an_unknown_game_is_not_found(store: BoutStore, key: str) -> None:
    with pytest.raises(NotFound):
        store.get(key)
