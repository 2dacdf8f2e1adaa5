"""The accounts that somebody follows: who is online, and what they play."""

from __future__ import annotations

from datetime import timedelta

from outwit.server.news.presence import Presence
from outwit.server.values.shown import Shown, name_of_game, shown_name
from outwit.storage.accounts import AccountStore
from outwit.storage.relations import BLOCK, FOLLOW, Person, RelationStore
from outwit.storage.tables import now

# Most of them, and most of their games, on the first page.
MOST_SHOWN = 12
# An account that was seen within this time is shown as online: open pages report every minute.
ONLINE = timedelta(minutes=2)


class Friends:
    """Tells pages about the accounts that an account follows; call it in a thread."""

    def __init__(
        self, relations: RelationStore, accounts: AccountStore, presence: Presence
    ) -> None:
        self._relations = relations
        self._accounts = accounts
        self._presence = presence

    def shown(self, account: int | None) -> Shown | None:
        """Return the games and the people online for the first page, None if nobody is followed."""
        followed = () if account is None else self._relations.of(account, FOLLOW)
        if account is None or not followed:
            return None
        games = self._relations.games(account, MOST_SHOWN)
        online = [each.name for each in followed if self.is_online(each)]
        return {
            "games": [
                {
                    "id": line.id,
                    "game": name_of_game(line.setup.game),
                    "players": [shown_name(seat) for seat in line.setup.seats],
                }
                for line in games
            ],
            "online": online[:MOST_SHOWN],
            "count": len(followed),
        }

    def lists(self, account: int) -> dict[str, list[Shown]]:
        """Return whom an account follows and has blocked, for its settings."""
        return {
            kind: [
                {"name": each.name, "bot": each.is_bot, "online": self.is_online(each)}
                for each in self._relations.of(account, kind)
            ]
            for kind in (FOLLOW, BLOCK)
        }

    def is_online(self, person: Person) -> bool:
        """Tell whether a page of an account is open, unless it is apart from the viewer."""
        if person.is_apart:
            return False
        return now() - person.seen < ONLINE or self._presence.is_present(person.id)
