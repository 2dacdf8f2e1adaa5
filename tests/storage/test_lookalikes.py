"""No two names look the same, and those that did before stay."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select

from outwit.errors import NameTaken, UsageError
from outwit.storage.accounts import Account, AccountStore
from outwit.storage.lookalikes import skeleton
from outwit.storage.names import key_of, read_name
from outwit.storage.tables import Accounts

PASSWORD = "correct horse"


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("fish", "ﬁsh"),
        ("Ian-M", "lan-M"),
        ("Ian-M", "1an-M"),
        ("Bob", "B0b"),
        ("OLIVER", "0LIVER"),
        ("Murray", "Murray".replace("M", "Ｍ")),
        ("mom", "rnom"),
        ("wanda", "vvanda"),
        ("a_b_c", "a__b_c"),
        ("Ada", "ＡＤＡ"),
    ],
)
def test_a_name_that_looks_like_another_is_taken(
    accounts: AccountStore, name: str, other: str
) -> None:
    owner = accounts.register(name, PASSWORD)
    guest = accounts.guest()
    takes: list[Callable[[], Account]] = [
        lambda: accounts.register(other, PASSWORD),
        lambda: accounts.become(guest.id, other, PASSWORD),
        lambda: accounts.make_bot(owner.id, other),
    ]
    for take in takes:
        with pytest.raises(NameTaken, match="is taken, or looks like one that is"):
            take()
    accounts.close(owner.id, PASSWORD)
    assert accounts.register(other, PASSWORD).name == read_name(other)


@pytest.mark.parametrize(
    ("name", "other"), [("Ian", "Lan"), ("Ian-1", "Ian-2"), ("Ann-b", "Ann_b"), ("Mia", "Mla")]
)
def test_names_that_can_be_told_apart_are_both_free(
    accounts: AccountStore, name: str, other: str
) -> None:
    assert {accounts.register(each, PASSWORD).name for each in (name, other)} == {name, other}


@pytest.mark.parametrize(
    "name", ["аda", "Αda", "a\u200bda", "ad\u202ea", "ad\u0430", "a\u0301da", "ada\ufeff", "ad😀"]
)
def test_letters_of_other_alphabets_and_unseen_signs_are_refused(name: str) -> None:
    with pytest.raises(UsageError, match="a name is 3 to 20 letters"):
        read_name(name)
    assert key_of(name) == ""


@pytest.mark.parametrize("name", ["аԁа", "Аda", "a\u200bd\u202ea", "a\u0301da", "ａｄａ"])
def test_letters_that_look_like_others_have_their_skeleton(name: str) -> None:
    assert skeleton(name) == skeleton("ada")


@pytest.mark.parametrize("name", ["Adm1n", "adrnin", "0utwit", "OutWlt", "1evel-3", "Gue_st"])
def test_what_looks_like_a_reserved_name_is_reserved(name: str) -> None:
    if name == "Gue_st":
        assert read_name(name) == name
    else:
        with pytest.raises(UsageError, match="reserved"):
            read_name(name)


def test_guests_have_no_skeleton(accounts: AccountStore) -> None:
    guests = [accounts.guest().id for _ in range(3)]
    with accounts.database.reading() as connection:
        found = connection.scalars(select(Accounts.skeleton).where(Accounts.id.in_(guests)))
        assert list(found) == [None] * 3
