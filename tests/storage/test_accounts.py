"""Guests, names, and passwords that nobody can read."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor, wait

import pytest
from argon2 import PasswordHasher
from sqlalchemy import insert, select

from outwit.errors import NameTaken, NotAllowed, NotFound, TooMany, UsageError
from outwit.storage.accounts import MOST_BOTS, AccountStore
from outwit.storage.database import Database
from outwit.storage.gamerows import game_values
from outwit.storage.games import GameStore
from outwit.storage.names import read_name
from outwit.storage.ratings import RatingStore
from outwit.storage.stored import NewGame, StoredSeat
from outwit.storage.tables import Accounts, Games
from outwit.storage.tokens import TokenStore

PASSWORD = "correct horse"
BOT = StoredSeat("level 1", bot="level 1")


def kept(database: Database, account: int) -> str:
    with database.reading() as connection:
        return connection.scalar(select(Accounts.password).where(Accounts.id == account)) or ""


def test_a_guest_has_a_friendly_name_and_no_password(accounts: AccountStore) -> None:
    guest = accounts.guest()
    assert re.fullmatch(r"Guest \d{4}", guest.name)
    assert guest.is_guest
    assert accounts.get(guest.id) == guest
    assert accounts.check(guest.name, "") is None


def test_a_guest_whose_name_is_taken_gets_another(
    accounts: AccountStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outwit.storage.accounts.secrets.randbelow", lambda _: 0)
    names = [accounts.guest().name for _ in range(3)]
    assert names == ["Guest 1000", "Guest 10000", "Guest 100000"]


def test_who_registers_is_let_in_with_the_password_only(accounts: AccountStore) -> None:
    ada = accounts.register("Ada", PASSWORD)
    assert not ada.is_guest
    found = accounts.check("ada", PASSWORD)
    assert found is not None
    assert found.id == ada.id
    assert found.seen >= ada.seen
    for name, password in (
        ("Ada", "correct horsf"),
        ("Ada", ""),
        ("Ada", "x" * 10_000),
        ("Bob", PASSWORD),
        ("\0", PASSWORD),
        ("Ada", "\ud800"),
        ("\ud800", PASSWORD),
    ):
        assert accounts.check(name, password) is None


def test_a_password_is_kept_as_argon2id(accounts: AccountStore, database: Database) -> None:
    account = accounts.register("Ada", PASSWORD)
    assert kept(database, account.id).startswith("$argon2id$")


def test_spellings_of_a_password_are_the_same(accounts: AccountStore) -> None:
    accounts.register("Ada", "caf\u00e9 au lait")
    assert accounts.check("Ada", "cafe\u0301 au lait")


def test_an_unknown_name_costs_a_hash_as_well(
    accounts: AccountStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = accounts.guest()
    accounts.register("Ada", PASSWORD)
    checked = []
    verify = PasswordHasher.verify

    def count(hasher: PasswordHasher, kept: str, password: bytes) -> bool:
        checked.append(kept)
        return verify(hasher, kept, password)

    monkeypatch.setattr(PasswordHasher, "verify", count)
    for name in ("Ada", "Bob", guest.name):
        assert accounts.check(name, "wrong password") is None
    assert len(checked) == 3
    assert all(kept.startswith("$argon2id$") for kept in checked)


def test_a_hash_is_made_anew_when_the_parameters_change(
    accounts: AccountStore, database: Database
) -> None:
    ada = accounts.register("Ada", PASSWORD)
    old = kept(database, ada.id)
    accounts.check("Ada", PASSWORD)
    assert kept(database, ada.id) == old
    stronger = AccountStore(database, PasswordHasher(2, 16, 1))
    assert stronger.check("Ada", "wrong password") is None
    assert kept(database, ada.id) == old
    assert stronger.check("Ada", PASSWORD)
    assert "m=16,t=2" in kept(database, ada.id)
    assert stronger.check("Ada", PASSWORD)


def test_a_name_is_given_once_in_any_letters(accounts: AccountStore) -> None:
    accounts.register("Ada", PASSWORD)
    for name in ("ada", "ADA", "\uff21da"):
        with pytest.raises(NameTaken, match="is taken"):
            accounts.register(name, PASSWORD)
    found = accounts.find("aDA")
    assert found is not None
    assert found.name == "Ada"
    assert accounts.find("\0") is None


@pytest.mark.parametrize(
    "name",
    [
        "",
        "ab",
        "a" * 21,
        "a b",
        "Ad\u0430",
        "\u00c5da",
        "ada!",
        "ada\n!",
        "123",
        "---",
        "ada\0",
        "\ud800aa",
    ],
    ids=ascii,
)
def test_a_name_is_three_to_twenty_plain_letters(name: str) -> None:
    with pytest.raises(UsageError, match="a name"):
        read_name(name)


@pytest.mark.parametrize("name", ["admin", "OutWit", "_root_", "guest", "Guest-4821", "level_3"])
def test_some_names_are_reserved(name: str) -> None:
    with pytest.raises(UsageError, match="reserved"):
        read_name(name)


@pytest.mark.parametrize("name", ["Ada", "a-1", "rooted", "x" * 20, "Guesty"])
def test_other_names_are_free(name: str) -> None:
    assert read_name(name) == name


@pytest.mark.parametrize("password", ["", "1234567", "x" * 201, "ADA-lovelace"])
def test_a_password_is_long_and_not_the_name(accounts: AccountStore, password: str) -> None:
    with pytest.raises(UsageError, match="a password"):
        accounts.register("Ada-Lovelace", password)
    assert accounts.find("Ada-Lovelace") is None


def test_a_guest_becomes_an_account_and_keeps_its_games(
    accounts: AccountStore, games: GameStore
) -> None:
    guest, other = accounts.guest(), accounts.guest()
    seats = (StoredSeat(guest.name, guest.id), StoredSeat(other.name, other.id))
    played = [games.create(NewGame("ataxx", each)) for each in (seats, seats[::-1])]
    ada = accounts.become(guest.id, "Ada", PASSWORD)
    assert (ada.id, ada.name, ada.is_guest) == (guest.id, "Ada", False)
    assert accounts.check("Ada", PASSWORD)
    names = [[seat.name for seat in games.load(game).setup.seats] for game in played]
    assert names == [["Ada", other.name], [other.name, "Ada"]]


def test_only_a_guest_becomes_and_only_under_a_free_name(accounts: AccountStore) -> None:
    ada = accounts.register("Ada", PASSWORD)
    guest = accounts.guest()
    with pytest.raises(UsageError, match="only a guest"):
        accounts.become(ada.id, "Eve", PASSWORD)
    with pytest.raises(NameTaken):
        accounts.become(guest.id, "ADA", PASSWORD)
    assert accounts.get(guest.id).is_guest
    assert accounts.check("Eve", PASSWORD) is None


def test_bots_are_marked(accounts: AccountStore) -> None:
    bot = accounts.register("Deep-Pink", PASSWORD, is_bot=True)
    assert accounts.get(bot.id).is_bot


def test_a_visit_is_noted(accounts: AccountStore) -> None:
    guest = accounts.guest()
    accounts.see(guest.id)
    assert accounts.get(guest.id).seen > guest.seen
    with pytest.raises(NotFound):
        accounts.get(guest.id + 1000)


def test_a_password_is_changed_by_whoever_knows_it(accounts: AccountStore) -> None:
    ada = accounts.register("Ada", PASSWORD)
    with pytest.raises(UsageError, match="wrong"):
        accounts.change_password(ada.id, "something else", "another horse")
    with pytest.raises(UsageError, match="8 to 200"):
        accounts.change_password(ada.id, PASSWORD, "short")
    with pytest.raises(UsageError, match="not the name"):
        accounts.change_password(accounts.register("Adelaide", PASSWORD).id, PASSWORD, "adelaide")
    with pytest.raises(NotFound):
        accounts.change_password(accounts.guest().id, "", "another horse")
    accounts.change_password(ada.id, PASSWORD, "another horse")
    assert accounts.check("Ada", PASSWORD) is None
    assert accounts.check("Ada", "another horse") is not None


def test_a_closed_account_leaves_its_games_and_nothing_else(
    accounts: AccountStore, games: GameStore, database: Database
) -> None:
    ada, bob = accounts.register("Ada", PASSWORD), accounts.register("Bob", PASSWORD)
    seats = StoredSeat("Ada", ada.id), StoredSeat("Bob", bob.id)
    game = games.create(NewGame("ataxx", seats, rated=True))
    games.finish(game, "1-0", "resigned", "")
    secret = TokenStore(database).create(ada.id, "laptop")
    with pytest.raises(UsageError, match="wrong"):
        accounts.close(ada.id, "something else")
    accounts.close(ada.id, PASSWORD)
    assert [seat.name for seat in games.load(game).setup.seats] == ["closed account", "Bob"]
    assert TokenStore(database).find(secret) is None
    ratings = RatingStore(database)
    assert ratings.of_account(ada.id) == ()
    assert ratings.history(ada.id, "ataxx", "unlimited") == ()
    assert len(ratings.history(bob.id, "ataxx", "unlimited")) == 1
    for name in ("Ada", "closed account", f"closed {ada.id}"):
        assert accounts.find(name) is None
        for password in (PASSWORD, "closed", ""):
            assert accounts.check(name, password) is None
    with pytest.raises(NotFound):
        accounts.get(ada.id)
    with pytest.raises(UsageError):
        accounts.become(ada.id, "Eve", PASSWORD)


def test_the_name_of_a_closed_account_is_free(accounts: AccountStore) -> None:
    for _ in range(2):
        accounts.close(accounts.register("Ada", PASSWORD).id, PASSWORD)
    assert accounts.register("Ada", PASSWORD).name == "Ada"


def test_a_bot_belongs_to_its_owner_and_nobody_signs_in_as_it(accounts: AccountStore) -> None:
    owner = accounts.register("Ada", PASSWORD)
    bot = accounts.make_bot(owner.id, "Engine-9")
    assert (bot.is_bot, bot.is_guest, bot.owner) == (True, False, owner.id)
    assert accounts.bots_of(owner.id) == (bot,)
    assert accounts.check("Engine-9", PASSWORD) is None
    with pytest.raises(NameTaken):
        accounts.make_bot(owner.id, "ENGINE-9")
    with pytest.raises(UsageError):
        accounts.become(bot.id, "Person", PASSWORD)


def test_an_owner_has_so_many_bots_and_no_more(accounts: AccountStore) -> None:
    owner = accounts.guest()
    for number in range(MOST_BOTS):
        accounts.make_bot(owner.id, f"bot-{number}x")
    with pytest.raises(TooMany):
        accounts.make_bot(owner.id, "one-more")


def test_only_who_has_not_played_becomes_a_bot(accounts: AccountStore, games: GameStore) -> None:
    ada, eve = accounts.register("Ada", PASSWORD), accounts.register("Eve", PASSWORD)
    assert accounts.upgrade(ada.id).is_bot
    assert accounts.upgrade(ada.id) == accounts.get(ada.id)
    games.create(NewGame("ataxx", (BOT, StoredSeat("Eve", eve.id))))
    for account in (eve, accounts.guest()):
        with pytest.raises(NotAllowed):
            accounts.upgrade(account.id)


def test_bots_are_online_once_they_were_seen(accounts: AccountStore) -> None:
    owner = accounts.guest()
    bots = [accounts.make_bot(owner.id, name) for name in ("Zoe-bot", "Ann-bot", "Bob-bot")]
    assert accounts.bots_online(9) == ()
    for account in (*bots[:2], owner):
        accounts.see(account.id)
    assert [bot.name for bot in accounts.bots_online(9)] == ["Ann-bot", "Zoe-bot"]


def test_the_first_unknown_name_takes_no_longer_than_the_next(
    accounts: AccountStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts.prepare()

    def slow(_: object, password: bytes) -> str:
        raise AssertionError("a hash is made")

    monkeypatch.setattr(type(accounts.hasher), "hash", slow)
    assert accounts.check("nobody", "correct horse") is None


def test_requests_that_come_at_once_make_no_more_bots_than_allowed(accounts: AccountStore) -> None:
    owner = accounts.guest().id

    def make(number: int) -> bool:
        try:
            accounts.make_bot(owner, f"Bot-{number}")
        except TooMany:
            return False
        return True

    with ThreadPoolExecutor(10) as pool:
        made = list(pool.map(make, range(MOST_BOTS + 10)))
    assert sum(made) == len(accounts.bots_of(owner)) == MOST_BOTS


def test_an_account_whose_first_game_is_being_stored_does_not_become_a_bot(
    accounts: AccountStore, games: GameStore
) -> None:
    ada = accounts.register("Ada", PASSWORD)
    values = game_values(NewGame("ataxx", (StoredSeat(ada.name, ada.id), BOT)))
    with ThreadPoolExecutor(1) as pool:
        with games.database.session() as connection:
            connection.execute(insert(Games).values(values))
            upgrade = pool.submit(accounts.upgrade, ada.id)
            # It looks now, or waits.
            wait([upgrade], 0.5)
        with pytest.raises(NotAllowed):
            upgrade.result(30)
    assert not accounts.get(ada.id).is_bot
