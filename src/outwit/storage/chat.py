"""Chat messages of games."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from outwit.core.value import Value
from outwit.errors import UsageError
from outwit.storage.database import Database
from outwit.storage.ids import is_id, no_game
from outwit.storage.tables import Accounts, Messages, now

LONGEST = 300
MOST = 200


class Message(Value):
    """A message with its author. The text is raw: escape it when you display it."""

    id: int
    account: int
    name: str
    text: str
    said: datetime


class ChatStore:
    """The messages of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def say(self, game_id: str, account: int, text: str) -> Message:
        """Store a message; raise UsageError if it is empty or too long, NotFound without a game."""
        text = " ".join(_storable(text).split())
        if not 1 <= len(text) <= LONGEST:
            raise UsageError(f"a message has 1 to {LONGEST} characters")
        moment = now()
        new = {"game_id": game_id, "account": account, "text": text, "said": moment}
        if not is_id(game_id):
            raise no_game(game_id)
        with self.database.session() as connection:
            try:
                made = connection.execute(insert(Messages).values(new).returning(Messages.id))
            except IntegrityError:
                raise no_game(game_id) from None
            number = made.scalar_one()
            name = connection.execute(select(Accounts.name).where(Accounts.id == account))
            return Message(number, account, name.scalar_one(), text, moment)

    def of_game(self, game_id: str, after: int = 0) -> tuple[Message, ...]:
        """Return the last messages of a game with a number above ``after``, the oldest first."""
        found = (
            select(Messages.id, Messages.account, Accounts.name, Messages.text, Messages.said)
            .join(Accounts, Accounts.id == Messages.account)
            .where(Messages.game_id == game_id, Messages.id > after)
            .order_by(Messages.id.desc())
            .limit(MOST)
        )
        if not is_id(game_id):
            return ()
        with self.database.reading() as connection:
            rows = connection.execute(found).all()
        return tuple(Message(*row) for row in reversed(rows))

    def by(self, account: int, most: int) -> tuple[Said, ...]:
        """Return the last messages of an account, the newest first."""
        found = (
            select(Messages.game_id, Messages.text, Messages.said)
            .where(Messages.account == account)
            .order_by(Messages.id.desc())
            .limit(most)
        )
        with self.database.reading() as connection:
            return tuple(Said(*row) for row in connection.execute(found))


class Said(Value):
    """A message of an account, with its game."""

    game_id: str
    text: str
    said: datetime


def _storable(text: str) -> str:
    """Return a text without NUL and lone surrogates, which databases refuse."""
    return text.replace("\0", " ").encode(errors="replace").decode()
