"""Nightly tournaments of classes: at the class's hour, between the players who are online."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from math import ceil, log2

from outwit.errors import NotAllowed, UsageError
from outwit.storage.classes import ClassStore, StoredClass
from outwit.storage.progress import ROUND_ROBIN, SWISS, NewTournament
from outwit.storage.tournaments import TournamentStore

# Most players of a double round robin; with more, the night is a Swiss.
MOST_ALL = 10
# Longest delay of a night if the portal was down at the hour, or no player was online.
GRACE = timedelta(hours=1)


class ClassNights:
    """Creates the tournaments of classes; the director runs them."""

    def __init__(
        self,
        classes: ClassStore,
        tournaments: TournamentStore,
        is_present: Callable[[int], bool],
    ) -> None:
        self.classes = classes
        self.tournaments = tournaments
        self.is_present = is_present

    def hold(self, moment: datetime) -> list[str]:
        """Create the tournaments of all classes whose hour has come; return their ids."""
        made = []
        for each in self.classes.all():
            hour = latest_hour(each.hour, moment)
            is_due = each.created <= hour and moment - hour < GRACE
            if is_due and not self.tournaments.has_night(each.id, hour):
                key = self._make(each, hour)
                if key is not None:
                    made.append(key)
        return made

    def hold_now(self, each: StoredClass, moment: datetime) -> str:
        """Create a tournament of a class now.

        Raise UsageError if fewer than two of its players are online, NotAllowed if one is running.
        """
        key = self._make(each, moment)
        if key is not None:
            return key
        if len(self._players(each)[0]) < 2:
            raise UsageError("two players of the class must be online: start your bots first")
        raise NotAllowed("a tournament of this class is under way: wait for its end")

    def _make(self, each: StoredClass, starts: datetime) -> str | None:
        present, absent = self._players(each)
        if len(present) < 2:
            return None
        is_small = len(present) <= MOST_ALL
        new = NewTournament(
            f"{each.name[:40]}, {starts:%d %B %Y}",
            ROUND_ROBIN if is_small else SWISS,
            each.game,
            each.time_control,
            each.teacher,
            starts,
            each.options,
            rounds=2 if is_small else ceil(log2(len(present))) + 2,
            class_id=each.id,
        )
        return self.tournaments.create_night(new, present, absent)

    def _players(self, each: StoredClass) -> tuple[list[int], list[int]]:
        """Return the playing members who are online, and those who are not."""
        playing = [member.account for member in self.classes.members(each.id) if member.plays]
        present = [account for account in playing if self.is_present(account)]
        return present, [account for account in playing if account not in present]


def latest_hour(hour: int, moment: datetime) -> datetime:
    """Return the last moment at which a clock of this time zone showed a full hour.

    >>> from datetime import UTC
    >>> str(latest_hour(3, datetime(2030, 1, 2, 1, 30, tzinfo=UTC)))
    '2030-01-01 03:00:00+00:00'
    """
    today = moment.replace(hour=hour, minute=0, second=0, microsecond=0)
    return today if today <= moment else today - timedelta(days=1)
