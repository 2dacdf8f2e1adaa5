"""Which games wait, for whom, and which are being played."""

from __future__ import annotations

import pytest

from outwit.storage.accounts import AccountStore
from outwit.storage.database import Database
from outwit.storage.games import GameStore
from outwit.storage.invitations import InvitationStore
from outwit.storage.stored import LINK, NewGame, StoredSeat


@pytest.fixture
def invitations(database: Database) -> InvitationStore:
    return InvitationStore(database)


def test_games_are_listed_for_whom_they_concern(
    accounts: AccountStore, games: GameStore, invitations: InvitationStore
) -> None:
    ann, bob = accounts.guest(), accounts.guest()
    seat, other = StoredSeat(ann.name, ann.id), StoredSeat(bob.name, bob.id)
    challenge = games.create(NewGame("ataxx", (seat, StoredSeat()), invited=bob.id))
    seek = games.create(NewGame("push", (StoredSeat(), seat)))
    games.create(NewGame("push", (seat, StoredSeat()), visibility=LINK))
    game = games.create(NewGame("push", (seat, other)))
    over = games.create(NewGame("push", (seat, other)))
    games.finish(over, "1-0", "resigned", "")

    def ids(found: tuple[object, ...]) -> list[str]:
        return [getattr(line, "id", "") for line in found]

    assert ids(invitations.to(bob.id)) == ids(invitations.by(ann.id)) == [challenge]
    assert invitations.to(ann.id) == invitations.by(bob.id) == ()
    assert ids(invitations.open()) == [seek]
    assert ids(invitations.playing(ann.id)) == ids(invitations.playing(bob.id)) == [game]
    assert games.sit(challenge, 1, other)
    assert invitations.to(bob.id) == ()
    assert set(ids(invitations.playing(bob.id))) == {challenge, game}
