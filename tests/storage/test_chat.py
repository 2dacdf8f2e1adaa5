"""Messages stand beside their game, as they were typed."""

from __future__ import annotations

import pytest

from outwit.errors import NotFound, UsageError
from outwit.storage.accounts import Account, AccountStore
from outwit.storage.chat import MOST, ChatStore
from outwit.storage.database import Database
from outwit.storage.games import GameStore
from outwit.storage.stored import NewGame, StoredSeat

BOT = StoredSeat("level 1", bot="level 1")


@pytest.fixture
def chat(database: Database) -> ChatStore:
    return ChatStore(database)


@pytest.fixture
def game(games: GameStore) -> str:
    return games.create(NewGame("ataxx", (BOT, BOT)))


@pytest.fixture
def ada(accounts: AccountStore) -> Account:
    return accounts.guest()


def test_messages_come_in_the_order_they_were_said(
    chat: ChatStore, game: str, ada: Account, games: GameStore
) -> None:
    said = [chat.say(game, ada.id, text) for text in ("Hello", "<b>Good</b> luck & fun", "♞")]
    assert chat.of_game(game) == tuple(said)
    assert chat.of_game(game, said[0].id) == tuple(said[1:])
    assert [message.text for message in said] == ["Hello", "<b>Good</b> luck & fun", "♞"]
    assert said[0].name == ada.name
    assert chat.of_game(games.create(NewGame("ataxx", (BOT, BOT)))) == ()


def test_of_a_long_talk_the_last_messages_come(
    chat: ChatStore, game: str, ada: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST >= 100
    monkeypatch.setattr("outwit.storage.chat.MOST", 3)
    for number in range(5):
        chat.say(game, ada.id, str(number))
    assert [message.text for message in chat.of_game(game)] == ["2", "3", "4"]


def test_old_messages_show_the_new_name(
    chat: ChatStore, game: str, ada: Account, accounts: AccountStore
) -> None:
    chat.say(game, ada.id, "Hello")
    accounts.become(ada.id, "Ada", "correct horse")
    assert chat.of_game(game)[0].name == "Ada"


@pytest.mark.parametrize("text", ["", " \n", "\0", "x" * 301], ids=ascii)
def test_a_message_is_short_and_not_empty(
    chat: ChatStore, game: str, ada: Account, text: str
) -> None:
    with pytest.raises(UsageError, match="a message"):
        chat.say(game, ada.id, text)
    assert chat.of_game(game) == ()


def test_what_no_database_takes_is_replaced(chat: ChatStore, game: str, ada: Account) -> None:
    assert chat.say(game, ada.id, "a\0b\nc\ud800").text == "a b c?"


@pytest.mark.parametrize("game_id", ["22222222", "\0"], ids=ascii)
def test_nothing_is_said_beside_no_game(chat: ChatStore, ada: Account, game_id: str) -> None:
    with pytest.raises(NotFound):
        chat.say(game_id, ada.id, "Hello")
    assert chat.of_game(game_id) == ()
