"""Studies: who may read and change them, versions, limits, and hostile trees."""

from __future__ import annotations

from typing import Any

import pytest

from outwit.errors import NotAllowed, NotFound, StaleEdit, TooMany, UsageError
from outwit.storage.accounts import AccountStore
from outwit.storage.database import Database
from outwit.storage.stored import LINK, PUBLIC
from outwit.storage.studies import StudyStore
from outwit.storage.studyvalues import (
    LONGEST_COMMENT,
    MOST_CHAPTERS,
    MOST_NODES,
    PRIVATE,
    Chapter,
    NewChapter,
    NewStudy,
    StudyNode,
)

TREE = (StudyNode(-1, "f1", "solid", "!"), StudyNode(0, "a2"), StudyNode(-1, "g2", "<b>", "?!"))
FIRST = NewChapter("The beginning", {"blocks": "c3"}, "", "all of it", TREE)


@pytest.fixture
def studies(database: Database) -> StudyStore:
    return StudyStore(database)


@pytest.fixture
def ada(accounts: AccountStore) -> int:
    return accounts.register("Ada", "correct horse").id


@pytest.fixture
def bob(accounts: AccountStore) -> int:
    return accounts.register("Bob", "correct horse").id


def new(title: str = "Corners", visibility: str = PRIVATE, **values: Any) -> NewStudy:
    return NewStudy(title, "ataxx", visibility, values.get("chapters", (FIRST,)))


def test_a_study_comes_back_as_it_was(studies: StudyStore, ada: int) -> None:
    key = studies.create(ada, new())
    study = studies.get(key, ada)
    assert (study.title, study.owner_name, study.version) == ("Corners", "Ada", 1)
    (chapter,) = study.chapters
    assert chapter == Chapter(**vars(FIRST), number=1, version=1)
    assert [line.id for line in studies.of_owner(ada)] == [key]


def test_a_private_study_does_not_exist_for_others(studies: StudyStore, ada: int, bob: int) -> None:
    key = studies.create(ada, new())
    for reader in (bob, None):
        with pytest.raises(NotFound):
            studies.get(key, reader)
    with pytest.raises(NotFound):
        studies.delete(key, bob)
    studies.rename(key, ada, "Corners", LINK)
    assert studies.get(key, None).title == "Corners"
    assert studies.public("ataxx") == ((), 0)
    studies.rename(key, ada, "Corners, all", PUBLIC)
    (line,), total = studies.public("ataxx")
    assert (line.id, line.title, total) == (key, "Corners, all", 1)
    assert studies.public("push") == ((), 0)


def test_nobody_but_the_owner_changes_a_study(studies: StudyStore, ada: int, bob: int) -> None:
    key = studies.create(ada, new(visibility=PUBLIC))
    for change in (
        lambda: studies.rename(key, bob, "Mine", PUBLIC),
        lambda: studies.delete(key, bob),
        lambda: studies.add_chapters(key, bob, (FIRST,)),
        lambda: studies.save_tree(key, bob, 1, 1, "", TREE),
        lambda: studies.rename_chapter(key, bob, 1, "Mine"),
        lambda: studies.delete_chapter(key, bob, 1),
        lambda: studies.move_chapter(key, bob, 1, 1),
        lambda: studies.replace(key, bob, 1, new()),
    ):
        with pytest.raises(NotAllowed, match="owner"):
            change()
    assert studies.get(key, ada).version == 1


def test_an_edit_of_an_old_version_overwrites_nothing(studies: StudyStore, ada: int) -> None:
    key = studies.create(ada, new())

    def save(version: int, comment: str, number: int = 1) -> int:
        return studies.save_tree(key, ada, number, version, comment, TREE)

    assert save(1, "one") == 2
    # The answer was lost and the request comes again.
    assert save(1, "one") == 2
    with pytest.raises(StaleEdit, match="elsewhere"):
        save(1, "other")
    with pytest.raises(StaleEdit):
        studies.replace(key, ada, 1, new())
    assert studies.get(key, ada).chapters[0].comment == "one"
    # Another chapter and another title do not stand in the way.
    number = studies.add_chapters(key, ada, (FIRST,))
    studies.rename_chapter(key, ada, 1, "The end")
    assert save(2, "other") == 5
    assert [each.version for each in studies.get(key, ada).chapters] == [5, 3]
    assert studies.get(key, ada).chapters[0].title == "The end"
    assert studies.replace(key, ada, 5, new("Edges", LINK)) == 6
    assert [each.number for each in studies.get(key, ada).chapters] == [1]
    with pytest.raises(NotFound, match=f"no chapter {number}"):
        save(3, "other", number)


def test_chapters_are_moved_and_deleted_but_one_stays(studies: StudyStore, ada: int) -> None:
    key = studies.create(ada, new(chapters=tuple(FIRST.replace(title=t) for t in ("AAA", "BBB"))))

    def titles() -> list[str]:
        return [chapter.title for chapter in studies.get(key, ada).chapters]

    studies.move_chapter(key, ada, 2, -1)
    assert titles() == ["BBB", "AAA"]
    studies.move_chapter(key, ada, 2, -1)
    assert titles() == ["BBB", "AAA"]
    assert studies.add_chapters(key, ada, (FIRST.replace(title="CCC"),)) == 3
    studies.delete_chapter(key, ada, 2)
    assert titles() == ["AAA", "CCC"]
    studies.delete_chapter(key, ada, 1)
    with pytest.raises(UsageError, match="at least one"):
        studies.delete_chapter(key, ada, 3)
    with pytest.raises(NotFound):
        studies.move_chapter(key, ada, 9, 1)


@pytest.mark.parametrize(
    ("nodes", "said"),
    [
        ((StudyNode(0, "f1"),), "parent"),
        ((StudyNode(-2, "f1"),), "parent"),
        ((StudyNode(-1, ""),), "1 to 200"),
        ((StudyNode(-1, "f" * 201),), "1 to 200"),
        ((StudyNode(-1, "f1", "", "!!!"),), "glyph"),
        ((StudyNode(-1, "f1"), StudyNode(-1, "f1")), "twice"),
        ((StudyNode(-1, "f1", "x" * (LONGEST_COMMENT + 1)),), "comment"),
        (tuple(StudyNode(place - 1, "f1") for place in range(MOST_NODES + 1)), "1,000 moves"),
    ],
)
def test_a_hostile_tree_is_refused_in_one_line(
    studies: StudyStore, ada: int, nodes: tuple[StudyNode, ...], said: str
) -> None:
    with pytest.raises(UsageError, match=said):
        studies.create(ada, new(chapters=(FIRST.replace(nodes=nodes),)))
    assert studies.of_owner(ada) == ()


def test_a_deep_tree_and_an_odd_comment_are_stored(studies: StudyStore, ada: int) -> None:
    deep = tuple(StudyNode(place - 1, f"m{place}") for place in range(MOST_NODES))
    odd = FIRST.replace(comment="\0\ud800<script>\u202e\r\n", nodes=deep)
    key = studies.create(ada, new(chapters=(odd,)))
    (chapter,) = studies.get(key, ada).chapters
    assert chapter.nodes == deep
    assert chapter.comment == "<script>\u202e"


def test_limits_have_clear_lines(
    studies: StudyStore, ada: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = studies.create(ada, new(chapters=(FIRST,) * MOST_CHAPTERS))
    with pytest.raises(TooMany, match="64 chapters"):
        studies.add_chapters(key, ada, (FIRST,))
    long = tuple(StudyNode(place - 1, "f1", "x" * (LONGEST_COMMENT - 2)) for place in range(299))
    other = studies.create(ada, new(chapters=(FIRST.replace(nodes=long),)))
    with pytest.raises(TooMany, match="300,000 characters"):
        studies.add_chapters(other, ada, (FIRST.replace(nodes=long[:2]),))
    # A full chapter can be saved in place of itself.
    assert studies.save_tree(other, ada, 1, 1, "", long) == 2
    full = tuple(StudyNode(place - 1, f"{place}") for place in range(MOST_NODES))
    with pytest.raises(TooMany, match="10,000 moves"):
        studies.create(ada, new(chapters=(FIRST.replace(nodes=full),) * 11))
    for title, visibility in (("x", PRIVATE), ("Fine", "secret"), ("Fine", "")):
        with pytest.raises(UsageError):
            studies.create(ada, new(title, visibility))
    monkeypatch.setattr("outwit.storage.studies.MOST_STUDIES", 2)
    with pytest.raises(TooMany, match="at most 2 studies"):
        studies.create(ada, new())


@pytest.mark.parametrize("key", ["", "zzzzzzzz", "a\0b", "é" * 8, "x" * 10_000])
def test_an_unknown_study_is_not_there(studies: StudyStore, ada: int, key: str) -> None:
    with pytest.raises(NotFound):
        studies.get(key, ada)
    with pytest.raises(NotFound):
        studies.delete(key, ada)


def test_studies_end_with_their_account(
    studies: StudyStore, accounts: AccountStore, ada: int, bob: int
) -> None:
    gone = studies.create(ada, new(visibility=PUBLIC))
    stays = studies.create(bob, new(visibility=PUBLIC))
    accounts.close(ada, "correct horse")
    with pytest.raises(NotFound):
        studies.get(gone, None)
    assert [line.id for line in studies.public("ataxx")[0]] == [stays]
    studies.delete(stays, bob)
    assert studies.public("ataxx") == ((), 0)
