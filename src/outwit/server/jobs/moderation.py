"""What follows from a moderator's decision: sessions end, games are given up, people are told."""

from __future__ import annotations

import asyncio
from urllib.parse import quote

from outwit.server.edge.passes import Passes, of_sessions, of_tokens
from outwit.server.live.leaving import Leaving
from outwit.server.news.notices import Notices
from outwit.storage.accounts import AccountStore
from outwit.storage.reports import DISMISS, Report, ReportStore
from outwit.storage.sanctions import CLOSE


class Moderation:
    """Carries out what moderators decide."""

    def __init__(
        self,
        reports: ReportStore,
        accounts: AccountStore,
        notices: Notices,
        leaving: Leaving,
        passes: Passes,
    ) -> None:
        self._reports = reports
        self._accounts = accounts
        self._notices = notices
        self._leaving = leaving
        self._passes = passes

    async def decide(
        self, report: int, moderator: int, action: str, reason: str, days: int | None
    ) -> Report:
        """Decide a report as ``ReportStore.decide`` does, and carry it out."""
        found = await asyncio.to_thread(
            self._reports.decide, report, moderator, action, reason, days
        )
        self._notices.tell(
            found.reporter,
            "report",
            f"report {report}",
            path=f"/people/{quote(found.whom)}",
            name=found.whom,
        )
        if action != DISMISS:
            self._notices.tell(
                found.about,
                "moderator",
                f"decision {report}",
                path="/notices",
                action=action,
                reason=reason,
                days=days or 0,
            )
        if action == CLOSE:
            await self._close(found.about)
        return found

    async def _close(self, account: int) -> None:
        """End sessions and streams of a closed account and of its bots, and give up their games."""
        bots = await asyncio.to_thread(self._accounts.bots_of, account)
        everybody = (account, *(bot.id for bot in bots))
        self._passes.end(of_sessions(account), *(of_tokens(each) for each in everybody))
        for each in everybody:
            await self._leaving.leave_all(each)
