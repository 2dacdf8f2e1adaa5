"""Letters with secret links. A link is made when its letter is written, so that no queue has it."""

from __future__ import annotations

from typing import Any

from outwit.errors import NotFound
from outwit.server.base.logs import event
from outwit.server.jobs.mailing import Mailer
from outwit.storage.accounts import AccountStore
from outwit.storage.emails import EmailStore
from outwit.storage.links import CONFIRM, RESET, LinkStore

TEMPLATES = {CONFIRM: "confirm.txt", RESET: "reset.txt"}


class Letters:
    """Writes the letters of the queue; call it in a thread."""

    def __init__(self, mailer: Mailer, accounts: AccountStore, emails: EmailStore) -> None:
        self.mailer = mailer
        self.accounts = accounts
        self.emails = emails
        self.links = LinkStore(accounts.database)

    def deliver(self, content: dict[str, Any]) -> None:
        """Send a letter; raise NetworkFault if another try may help, UsageError if none will."""
        if "typed" in content:
            self.emails.queue_resets(content["typed"])
            return
        kind, account, address = content["letter"], content["account"], content["address"]
        try:
            name = self.accounts.get(account).name
        except NotFound:
            return
        email = self.emails.of(account)
        if address != (email.wanted if kind == CONFIRM else email.address):
            return
        link = self.links.make(kind, account, address)
        if link is None:
            event("enough letters for an address", letter=kind)
            return
        self.mailer.send(address, TEMPLATES[kind], name=name, link=link)
