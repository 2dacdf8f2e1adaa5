"""Who may see an assignment, and what of it: the rules for every page and call of the API.

Only the teacher and the members of a class know that its assignments exist; a draft is the
teacher's alone. A student sees the files, logs and marks of the own group only. Everything else
looks as if it did not exist.
"""

from __future__ import annotations

import asyncio

from outwit.errors import NotFound
from outwit.server.values.entry import Entry
from outwit.storage.bouts import Bout, BoutStore
from outwit.storage.classes import ClassStore, no_class
from outwit.storage.handins import HandIn, HandInStore
from outwit.storage.homework import HomeworkStore

__all__ = [
    "Entry",
    "enter_homework",
    "no_handin",
    "own_handin",
    "some_bout",
    "some_handin",
]


async def enter_homework(
    classes: ClassStore,
    homework: HomeworkStore,
    key: str,
    account: int | None,
    of_class: str | None = None,
) -> Entry:
    """Return the assignment ``key`` for a member or the teacher of its class.

    ``of_class`` is the class in the address, if there is one. Raise the NotFound of an unknown
    class for everybody else, and for drafts unless the account teaches the class.
    """

    def entered() -> Entry:
        unknown = no_class(of_class or key)
        try:
            found = homework.get(key)
        except NotFound:
            raise unknown from None
        is_elsewhere = of_class is not None and found.class_id != of_class
        if account is None or is_elsewhere or not classes.may_see(found.class_id, account):
            raise unknown
        its_class = classes.get(found.class_id)
        is_teacher = its_class.teacher == account
        if not found.published and not is_teacher:
            raise unknown
        return Entry(its_class, found, account, is_teacher, homework.leader(key, account))

    return await asyncio.to_thread(entered)


async def own_handin(handins: HandInStore, entry: Entry, key: str) -> HandIn:
    """Return a hand-in that the account may look into; raise NotFound for any other."""
    found = await some_handin(handins, entry, key)
    if not entry.owns(found):
        raise no_handin(key)
    return found


async def some_handin(handins: HandInStore, entry: Entry, key: str) -> HandIn:
    """Return a hand-in for the assignment, of which everybody sees name and games."""
    found = await asyncio.to_thread(handins.get, key)
    if found.homework != entry.homework.id:
        raise no_handin(key)
    return found


async def some_bout(bouts: BoutStore, entry: Entry, key: str) -> Bout:
    """Return a game of the assignment, which everybody in the class may watch."""
    found = await asyncio.to_thread(bouts.get, key)
    if found.homework != entry.homework.id:
        raise NotFound(f"there is no game {key[:40]!r}")
    return found


def no_handin(key: str) -> NotFound:
    """Return the error for an unknown hand-in, or one that the account may not see."""
    return NotFound(f"there is no hand-in {key[:40]!r}")
