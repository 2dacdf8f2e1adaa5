"""Notices by e-mail: several in one letter, which anybody can end by one click (RFC 8058)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from outwit.errors import NotFound, OutwitError
from outwit.server.jobs.mailing import Mailer
from outwit.storage.accounts import AccountStore
from outwit.storage.emails import EmailStore
from outwit.storage.noticechoices import EMAIL, ChoiceStore
from outwit.storage.notices import NoticeStore

TEMPLATE = "digest.txt"


class Digests:
    """Writes letters with the notices of an account; call it in a thread.

    ``prove`` signs the fact that the link at the end of a letter proves.
    """

    def __init__(
        self,
        mailer: Mailer,
        accounts: AccountStore,
        emails: EmailStore,
        notices: NoticeStore,
        prove: Callable[[str], str],
    ) -> None:
        self.mailer = mailer
        self.accounts = accounts
        self.emails = emails
        self.notices = notices
        self.choices = ChoiceStore(accounts.database)
        self._prove = prove

    def deliver(self, content: dict[str, Any]) -> datetime | None:
        """Send the notices that wait; return when to look again if it is not the time.

        Raise NetworkFault if another try may help, UsageError if none will.
        """
        account = content["account"]
        choices, moment = self.choices.of(account), self.notices.clock()
        later = choices.after_quiet(moment)
        if later > moment:
            return later
        address = self.emails.of(account).address
        waiting = self.notices.for_email(account)
        wanted = [notice for notice in waiting if choices.wants(notice.kind, EMAIL)]
        if address is None or not wanted:
            return None
        try:
            name = self.accounts.get(account).name
        except NotFound:
            return None
        stop = f"{self.mailer.url}{stop_path(account, self._prove)}"
        headers = {
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
        try:
            self.mailer.send(address, TEMPLATE, headers, name=name, notices=wanted, stop=stop)
        except OutwitError:
            self.notices.wait_for_email(wanted)
            raise
        # What came while the letter was sent found its place in the queue taken.
        is_waiting = self.notices.has_for_email(account)
        return moment + timedelta(minutes=choices.pause) if is_waiting else None


def stop_fact(account: int) -> str:
    """Return the fact that the link at the end of a letter proves."""
    return f"no more e-mail for {account}"


def stop_path(account: int, prove: Callable[[str], str]) -> str:
    """Return the path that ends all e-mail to an account."""
    return f"/notices/stop?account={account}&proof={prove(stop_fact(account))}"
