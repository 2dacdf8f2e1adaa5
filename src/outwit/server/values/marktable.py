"""The teacher's table of an assignment: a line for each student or group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from outwit.core.value import Value
from outwit.server.values.boutladder import BoutLadder
from outwit.storage.handins import HandIn
from outwit.storage.homework import StoredHomework
from outwit.storage.marks import MarkLine, StoredMark

Mark = MarkLine | StoredMark


class TableLine(Value):
    """A student or group: hand-ins, marks of the active one, and its place in the ladder.

    ``account`` is the leader's. ``final`` is the whole mark if there is one, else the public one,
    less what being late costs; None without a mark.
    """

    account: int
    name: str
    handins: int
    last: datetime | None
    active: HandIn | None
    public: Mark | None
    whole: Mark | None
    penalty: float
    final: float | None
    most: float | None
    rank: int | None
    rating: float | None
    forfeits: int


def table_lines(
    homework: StoredHomework,
    names: Mapping[int, str],
    handins: Sequence[HandIn],
    public: Mapping[str, Mark],
    whole: Mapping[str, Mark],
    ladder: BoutLadder,
) -> list[TableLine]:
    """Return the lines by name; ``names`` are those of leaders, with hand-ins or without.

    Marks are by hand-in.
    """
    lines = []
    for account, name in sorted(names.items(), key=lambda item: item[1].casefold()):
        own = [each for each in handins if each.account == account]
        active = next((each for each in own if each.active), None)
        key = "" if active is None else active.id
        mark = whole.get(key) or public.get(key)
        penalty = 0.0 if active is None else homework.penalty(active.at)
        place = ladder.of_account(account)
        rating = None if place is None else place.rating
        lines.append(
            TableLine(
                account,
                name,
                len(own),
                max((each.at for each in own), default=None),
                active,
                public.get(key),
                whole.get(key),
                penalty,
                None if mark is None else mark.score * (1 - penalty),
                None if mark is None else mark.most,
                None if place is None or rating is None else place.rank,
                None if rating is None else rating.elo,
                0 if place is None else place.forfeits,
            )
        )
    return lines


def leaders(
    names: Mapping[int, str], partners: Mapping[int, int], handins: Sequence[HandIn]
) -> dict[int, str]:
    """Return whom the table has: all who lead, and former members who have handed in.

    ``names`` are those of groups by leader, ``partners`` the leader of each other member.
    """
    found = {account: name for account, name in names.items() if account not in partners}
    for each in handins:
        if each.account is not None:
            found.setdefault(each.account, names.get(each.account, f"{each.name} (left)"))
    return found
