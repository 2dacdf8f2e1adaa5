"""Where an account wants to be told of what, and when not."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlalchemy import Connection, delete, insert, select

from outwit.core.value import Value
from outwit.errors import UsageError
from outwit.storage.database import Database
from outwit.storage.noticetables import NoticeChoices

# The kinds of notices, with their titles in the settings. The templates ``noticewords.html`` has a
# sentence for each.
KINDS = {
    "turn": "It is your turn",
    "low": "Your time runs low",
    "over": "A game of yours is over",
    "challenge": "Somebody invites you",
    "message": "Somebody wrote to you",
    "mark": "A hand-in is marked",
    "report": "A moderator has looked at your report",
    "moderator": "A moderator decides about you",
    "follow": "Somebody whom you follow begins a game",
    "news": "Other news",
}
# Kinds that nobody is told of, not even in the list, who has chosen neither way.
ASKED_FOR = {"follow"}
BROWSER, EMAIL = "browser", "email"
# A notice is always in the list; a browser that was subscribed is told of all, unless it is turned
# off; e-mail is sent for what was turned on.
DEFAULTS = {BROWSER: True, EMAIL: False}
# Minutes between two e-mails.
PAUSES = {15: "every quarter of an hour", 60: "every hour", 1440: "once a day"}
DAY = 24 * 60


class Choices(Value):
    """What an account has chosen; ``channels`` has only what differs from the default.

    Quiet hours are minutes of the day in ``zone``, and may pass midnight.
    """

    channels: dict[str, dict[str, bool]] = {}  # noqa: RUF012  # never changed
    quiet_from: int | None = None
    quiet_to: int | None = None
    zone: str = "UTC"
    pause: int = 15

    def wants(self, kind: str, channel: str) -> bool:
        """Tell whether a kind of notice is to go by a channel."""
        default = DEFAULTS[channel] and kind not in ASKED_FOR
        return self.channels.get(kind, {}).get(channel, default)

    def is_told(self, kind: str) -> bool:
        """Tell whether notices of a kind are made at all."""
        return kind not in ASKED_FOR or self.wants(kind, BROWSER) or self.wants(kind, EMAIL)

    def after_quiet(self, moment: datetime) -> datetime:
        """Return the moment, or the end of the quiet hours in which it lies.

        >>> from datetime import UTC
        >>> choices = Choices(quiet_from=22 * 60, quiet_to=7 * 60, zone="Europe/Berlin")
        >>> choices.after_quiet(datetime(2026, 1, 5, 23, 30, tzinfo=UTC)).isoformat()
        '2026-01-06T06:00:00+00:00'
        >>> choices.after_quiet(datetime(2026, 1, 5, 20, 30, tzinfo=UTC)).isoformat()
        '2026-01-05T20:30:00+00:00'
        """
        start, end = self.quiet_from, self.quiet_to
        if start is None or end is None or start == end:
            return moment
        local = moment.astimezone(ZoneInfo(self.zone))
        minute = 60 * local.hour + local.minute
        if not (minute - start) % DAY < (end - start) % DAY:
            return moment
        until = local.replace(hour=end // 60, minute=end % 60, second=0, microsecond=0, fold=0)
        if end <= minute:
            until += timedelta(days=1)
        return until.astimezone(moment.tzinfo)


class ChoiceStore:
    """The choices of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def of(self, account: int) -> Choices:
        """Return what an account has chosen."""
        with self.database.reading() as connection:
            return read_choices(connection, account)

    def set(self, account: int, choices: Choices) -> None:
        """Store what an account chooses; raise UsageError for an invalid choice."""
        try:
            ZoneInfo(choices.zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise UsageError(
                f"{choices.zone[:60]!r} is not a time zone such as Europe/Berlin"
            ) from None
        for minute in (choices.quiet_from, choices.quiet_to):
            if minute is not None and not 0 <= minute < DAY:
                raise UsageError("the quiet hours are times of the day, such as 22:00")
        if choices.pause not in PAUSES:
            raise UsageError(f"{choices.pause} minutes are not one of the pauses between e-mails")
        values = {name: getattr(choices, name) for name in Choices.fields}
        with self.database.session() as connection:
            connection.execute(delete(NoticeChoices).where(NoticeChoices.account == account))
            connection.execute(insert(NoticeChoices).values(account=account, **values))

    def no_more_email(self, account: int) -> None:
        """Turn off all e-mail of an account."""
        found = self.of(account)
        channels = {kind: found.channels.get(kind, {}) | {EMAIL: False} for kind in KINDS}
        self.set(account, found.replace(channels=channels))


def read_choices(connection: Connection, account: int) -> Choices:
    """Return what an account has chosen."""
    columns = [getattr(NoticeChoices, name) for name in Choices.fields]
    found = select(*columns).where(NoticeChoices.account == account)
    row = connection.execute(found).one_or_none()
    return Choices() if row is None else Choices(*row)
