"""A class as its page shows it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from outwit.server.jobs.classnights import latest_hour
from outwit.server.jobs.tournamentview import state_of
from outwit.server.news.presence import Presence
from outwit.server.values.ladder import NIGHTS, ladder, shown_ladder
from outwit.server.values.shown import name_of_game, shown_clock
from outwit.storage.accounts import AccountStore
from outwit.storage.classes import ClassStore, Member, StoredClass, shown_code
from outwit.storage.progress import Progress
from outwit.storage.tables import now
from outwit.storage.tournaments import TournamentStore


class ClassView:
    """Shows classes: members, ladder and nights; call it in a thread."""

    def __init__(
        self,
        classes: ClassStore,
        tournaments: TournamentStore,
        accounts: AccountStore,
        presence: Presence,
    ) -> None:
        self._classes = classes
        self._tournaments = tournaments
        self._accounts = accounts
        self._presence = presence

    def shown(self, of_class: StoredClass, account: int) -> dict[str, Any]:
        """Return the content of a class's page for a member or the teacher."""
        members = self._classes.members(of_class.id)
        nights = self._tournaments.of_class(of_class.id, NIGHTS)
        is_teacher = account == of_class.teacher
        names = {each.account: each.name for each in members}
        following = latest_hour(of_class.hour, now()) + timedelta(days=1)
        is_present = self._presence.is_present
        return {
            "of_class": {
                "id": of_class.id,
                "name": of_class.name,
                "game_name": name_of_game(of_class.game),
                "clock": shown_clock(of_class.time_control),
                "teacher": self._accounts.name_of(of_class.teacher),
                "code": shown_code(of_class.code) if is_teacher else None,
                "next": following,
            },
            "is_teacher": is_teacher,
            "me": next(
                (self._shown_member(m, names) for m in members if m.account == account), None
            ),
            "members": [
                self._shown_member(each, names)
                | {
                    "removable": is_teacher or account in (each.account, each.brought_by),
                    "is_own": account == each.account,
                }
                for each in members
            ],
            "online": sum(each.plays and is_present(each.account) for each in members),
            "ladder": shown_ladder(ladder(of_class, members, nights)),
            "nights": [shown_night(night) for night in nights],
            "counted": NIGHTS,
        }

    def _shown_member(self, each: Member, names: dict[int, str]) -> dict[str, Any]:
        """Return a member of a class, with the member who entered it."""
        return {
            "account": each.account,
            "name": each.name,
            "is_bot": each.is_bot,
            "plays": each.plays,
            "is_online": self._presence.is_present(each.account),
            "is_brought": bool(each.brought_by),
            "by": names.get(each.brought_by or 0, ""),
        }


def shown_night(night: Progress) -> dict[str, Any]:
    """Return a night as a line of the history."""
    tournament = night.tournament
    return {
        "id": tournament.id,
        "at": tournament.starts,
        "state": state_of(tournament),
        "players": len(night.field),
        "left_out": len(night.entrants) - len(night.field),
    }
