"""A member or teacher of a class at one of its assignments."""

from __future__ import annotations

from outwit.core.value import Value
from outwit.errors import NotAllowed
from outwit.storage.classes import StoredClass
from outwit.storage.handins import HandIn
from outwit.storage.homework import StoredHomework


class Entry(Value):
    """An account at an assignment; ``owner`` is the account that owns its group's hand-ins."""

    of_class: StoredClass
    homework: StoredHomework
    account: int
    is_teacher: bool
    owner: int

    @property
    def path(self) -> str:
        """The address of the assignment."""
        return f"/c/{self.of_class.id}/a/{self.homework.id}"

    def must_teach(self) -> None:
        """Raise NotAllowed unless the account teaches the class."""
        if not self.is_teacher:
            raise NotAllowed("only the teacher of the class can do that")

    def must_study(self) -> None:
        """Raise NotAllowed for the teacher, who hands in nothing."""
        if self.is_teacher:
            raise NotAllowed("students hand in; you add bots of your own on the page of marks")

    def owns(self, handin: HandIn) -> bool:
        """Tell whether the account sees files, logs and marks of a hand-in."""
        if handin.homework != self.homework.id:
            return False
        return self.is_teacher or handin.account == self.owner
