"""The pages of moderators: the queue of reports, one report, and the log.

Everybody else gets the answer of a page that does not exist.
"""

from __future__ import annotations

import asyncio

from fastapi import Form, Path, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from outwit.errors import NotFound, UsageError
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.jobs.moderation import Moderation
from outwit.server.routes.pages import Pages
from outwit.server.routes.people import shown_ended
from outwit.server.values.shown import capital
from outwit.storage.accounts import AccountStore
from outwit.storage.chat import ChatStore
from outwit.storage.history import HistoryStore
from outwit.storage.moderators import LIFT, ModeratorStore
from outwit.storage.reports import ACTIONS, OPEN, REASONS, ReportStore
from outwit.storage.sanctions import SanctionStore

# Days of a sanction that the form offers; 0 stands for one without end.
DAYS = (1, 3, 7, 30, 90, 365, 0)
# Latest games, and latest chat messages, beside a report.
MOST_GAMES, MOST_SAID = 5, 20
MOST = 2**31 - 1
router = Router()


class Office:
    """Lets moderators in, and nobody else."""

    def __init__(self, identity: Identity, moderators: ModeratorStore) -> None:
        self._identity = identity
        self._moderators = moderators

    async def visitor(self, request: Request) -> int:
        """Return the moderator who asks for a page; raise NotFound for anybody else."""
        return await self._enter(self._identity.account(request))

    async def sender(self, request: Request, csrf: str) -> int:
        """Return the moderator who sent a form; raise NotFound for anybody else."""
        return await self._enter(self._identity.form_sender(request, csrf))

    async def _enter(self, account: int | None) -> int:
        is_moderator = await asyncio.to_thread(self._moderators.is_moderator, account)
        if account is None or not is_moderator:
            raise NotFound("there is no such page")
        return account


class Dossier:
    """Collects what helps to decide a report; call it in a thread."""

    def __init__(
        self,
        reports: ReportStore,
        history: HistoryStore,
        chat: ChatStore,
        moderators: ModeratorStore,
        sanctions: SanctionStore,
    ) -> None:
        self._reports = reports
        self._history = history
        self._chat = chat
        self._moderators = moderators
        self._sanctions = sanctions

    def of(self, number: int, moderator: int) -> dict[str, object]:
        """Return the content of the page of a report; raise NotFound as ``ReportStore.get``."""
        report = self._reports.get(number, moderator)
        about = report.about
        chat = self._chat.of_game(report.game_id) if report.game_id else ()
        return {
            "report": report,
            "is_open": report.state == OPEN and report.reporter != moderator,
            "chat": chat,
            "said": self._chat.by(about, MOST_SAID),
            "last_games": [
                shown_ended(line, about, None)
                for line in self._history.ended(about, None, size=MOST_GAMES)
            ],
            "earlier": [each for each in self._reports.about(about) if each.id != number],
            "decisions": self._moderators.log(about),
            "sanctions": self._sanctions.of(about),
            "reasons": REASONS,
            "actions": ACTIONS,
            "days": DAYS,
            "typed": {"action": "", "days": DAYS[2], "reason": ""},
            "error": "",
        }


@router.get("/moderation")
async def queue(
    request: Request,
    pages: Provided[Pages],
    office: Provided[Office],
    reports: Provided[ReportStore],
) -> HTMLResponse:
    """Show the open reports, the oldest first."""
    moderator = await office.visitor(request)
    found = await asyncio.to_thread(reports.open, moderator)
    return await pages.show(request, "moderation.html", reports=found, reasons=REASONS)


@router.get("/moderation/log")
async def log(
    request: Request,
    pages: Provided[Pages],
    office: Provided[Office],
    moderators: Provided[ModeratorStore],
) -> HTMLResponse:
    """Show who did what."""
    await office.visitor(request)
    found = await asyncio.to_thread(moderators.log)
    return await pages.show(request, "moderationlog.html", decisions=found)


@router.post("/moderation/lift")
async def lift(
    request: Request,
    identity: Provided[Identity],
    office: Provided[Office],
    accounts: Provided[AccountStore],
    moderators: Provided[ModeratorStore],
    csrf: str = Form(max_length=64),
    name: str = Form(max_length=100),
    kind: str = Form(max_length=20),
    reason: str = Form("", max_length=2_000),
) -> Response:
    """End a sanction before its time."""
    moderator = await office.sender(request, csrf)
    found = await asyncio.to_thread(accounts.find, name)
    if found is None or kind not in LIFT:
        raise NotFound("there is nothing to lift")
    await asyncio.to_thread(moderators.lift, moderator, found.id, kind, reason)
    response = RedirectResponse("/moderation/log", 303)
    identity.leave_notice(response, "The sanction is lifted.")
    return response


@router.get("/moderation/{number}")
async def one(
    request: Request,
    pages: Provided[Pages],
    office: Provided[Office],
    dossier: Provided[Dossier],
    number: int = Path(ge=1, le=MOST),
) -> HTMLResponse:
    """Show a report with all that helps to decide it."""
    moderator = await office.visitor(request)
    values = await asyncio.to_thread(dossier.of, number, moderator)
    return await pages.show(request, "moderationreport.html", **values)


@router.post("/moderation/{number}")
async def decide(
    request: Request,
    pages: Provided[Pages],
    identity: Provided[Identity],
    office: Provided[Office],
    dossier: Provided[Dossier],
    moderation: Provided[Moderation],
    number: int = Path(ge=1, le=MOST),
    csrf: str = Form(max_length=64),
    action: str = Form("", max_length=20),
    days: int = Form(0, ge=0, le=365),
    reason: str = Form("", max_length=2_000),
) -> Response:
    """Decide a report."""
    moderator = await office.sender(request, csrf)
    try:
        await moderation.decide(number, moderator, action, reason, days or None)
    except NotFound:
        raise
    except UsageError as error:
        values = await asyncio.to_thread(dossier.of, number, moderator)
        values |= {
            "typed": {"action": action, "days": days, "reason": reason},
            "error": f"{capital(str(error))}.",
        }
        return await pages.show(request, "moderationreport.html", 400, **values)
    response = RedirectResponse("/moderation", 303)
    identity.leave_notice(response, "The report is dealt with.")
    return response
