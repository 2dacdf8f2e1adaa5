"""Who may see an assignment, and what of it: the rules for every page and call of the API.

Only the teacher and the members of a class know that its assignments exist; a draft is the
teacher's alone. A student sees the files, logs and marks of the own group only. Everything else
looks as if it did not exist.
"""

from __future__ import annotations

import asyncio

from fastapi import Request

from outwit.errors import NotFound
from outwit.server.edge.identity import Identity
from outwit.server.values.entry import Entry
from outwit.storage.bouts import Bout, BoutStore
from outwit.storage.classes import ClassStore, no_class
from outwit.storage.handins import HandIn, HandInStore
from outwit.storage.homework import HomeworkStore


class Entering:
    """Lets accounts into assignments: members and teachers of the class, and nobody else."""

    def __init__(self, identity: Identity, classes: ClassStore, homework: HomeworkStore) -> None:
        self._identity = identity
        self._classes = classes
        self._homework = homework

    async def visitor(
        self, request: Request, of_class: str, key: str, *, teaches: bool = False
    ) -> Entry:
        """Return the assignment in an address for who asks for a page, as ``enter`` does."""
        account = self._identity.account(request)
        return await self.enter(key, account, of_class, teaches=teaches)

    async def sender(
        self, request: Request, csrf: str, of_class: str, key: str, *, teaches: bool = False
    ) -> Entry:
        """Return the assignment in an address for who sent a form, as ``enter`` does.

        Raise NotAllowed for a form from elsewhere.
        """
        account = self._identity.form_sender(request, csrf)
        return await self.enter(key, account, of_class, teaches=teaches)

    async def enter(
        self, key: str, account: int | None, of_class: str | None = None, *, teaches: bool = False
    ) -> Entry:
        """Return the assignment ``key`` for a member or the teacher of its class.

        ``of_class`` is the class in the address, if there is one. Raise the NotFound of an unknown
        class for everybody else, and for drafts unless the account teaches the class. With
        ``teaches`` raise NotAllowed for members.
        """
        entry = await asyncio.to_thread(self._entered, key, account, of_class)
        if teaches:
            entry.must_teach()
        return entry

    def _entered(self, key: str, account: int | None, of_class: str | None) -> Entry:
        unknown = no_class(of_class or key)
        try:
            found = self._homework.get(key)
        except NotFound:
            raise unknown from None
        is_elsewhere = of_class is not None and found.class_id != of_class
        if account is None or is_elsewhere or not self._classes.may_see(found.class_id, account):
            raise unknown
        its_class = self._classes.get(found.class_id)
        is_teacher = its_class.teacher == account
        if not found.published and not is_teacher:
            raise unknown
        return Entry(its_class, found, account, is_teacher, self._homework.leader(key, account))


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
