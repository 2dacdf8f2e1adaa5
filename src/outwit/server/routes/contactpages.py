"""The settings of an account's e-mail address and recovery codes."""

from __future__ import annotations

import asyncio

from fastapi import Form, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from outwit.errors import NotAllowed, TooMany, UsageError
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.edge.limits import Limiter, client_address
from outwit.server.edge.settings import Settings
from outwit.server.jobs.sender import Sender
from outwit.server.routes.pages import Pages
from outwit.server.routes.recoverypages import NO_MAIL
from outwit.server.routes.settingspages import signed_in
from outwit.server.values.shown import capital
from outwit.storage.accounts import WRONG_PASSWORD, AccountStore
from outwit.storage.emails import EmailStore
from outwit.storage.recovery import RecoveryStore

PATH = "/settings/contact"
EMAIL, CODES = "email", "codes"
router = Router()


class ContactPage:
    """The page with the address and the codes of an account, and the check of its password."""

    def __init__(
        self,
        pages: Pages,
        settings: Settings,
        limiter: Limiter,
        emails: EmailStore,
        recovery: RecoveryStore,
    ) -> None:
        self._pages = pages
        self._has_mail = settings.mail is not None
        self._limiter = limiter
        self._emails = emails
        self._recovery = recovery
        self._accounts: AccountStore = recovery.accounts

    async def show(
        self,
        request: Request,
        account: int,
        status: int = 200,
        *,
        wrong: str = "",
        error: str = "",
        typed: str = "",
        notice: str = "",
        codes: tuple[str, ...] = (),
    ) -> HTMLResponse:
        """Show the page, with an error beside the form ``wrong``, or new codes."""
        return await self._pages.show(
            request,
            "contact.html",
            status,
            email=await asyncio.to_thread(self._emails.of, account),
            codes_left=await asyncio.to_thread(self._recovery.codes_left, account),
            has_mail=self._has_mail,
            wrong=wrong,
            error=error and f"{capital(error)}.",
            typed=typed,
            codes=codes,
            **({"notice": notice} if notice else {}),
        )

    async def check(self, account: int, password: str) -> None:
        """Raise UsageError unless this is the account's password, NotAllowed for a guest."""
        self._limiter.take("logins_name", account)
        found = await asyncio.to_thread(self._accounts.get, account)
        if found.is_guest or found.is_bot:
            raise NotAllowed("a guest has no password: create an account first")
        async with self._limiter.hashing():
            if await asyncio.to_thread(self._accounts.check, found.name, password) is None:
                raise UsageError(WRONG_PASSWORD)
        self._limiter.give_back("logins_name", account)


@router.get(PATH)
async def contact(
    request: Request, page: Provided[ContactPage], identity: Provided[Identity]
) -> Response:
    """Show the e-mail address and the recovery codes; ask strangers to sign in."""
    account = identity.account(request)
    if account is None:
        return RedirectResponse(f"/login?next={PATH}", 303)
    return await page.show(request, account)


@router.post(f"{PATH}/email")
async def change_email(
    request: Request,
    page: Provided[ContactPage],
    identity: Provided[Identity],
    settings: Provided[Settings],
    limiter: Provided[Limiter],
    emails: Provided[EmailStore],
    sender: Provided[Sender],
    csrf: str = Form(max_length=64),
    email: str = Form(max_length=300),
    password: str = Form(max_length=1000),
) -> Response:
    """Send a link to a new address."""
    account = signed_in(identity, request, csrf)
    if settings.mail is None:
        raise NotAllowed(NO_MAIL)
    try:
        await page.check(account, password)
        limiter.take("letters_address", client_address(request))
        limiter.take("letters", account)
        address = await asyncio.to_thread(emails.want, account, email)
    except (TooMany, NotAllowed):
        raise
    except UsageError as error:
        return await page.show(
            request, account, 400, wrong=EMAIL, error=str(error), typed=email[:254]
        )
    sender.wake()
    return await page.show(request, account, notice=f"Open the link in the letter to {address}.")


@router.post(f"{PATH}/email/remove")
async def remove_email(
    request: Request,
    identity: Provided[Identity],
    emails: Provided[EmailStore],
    csrf: str = Form(max_length=64),
) -> Response:
    """Remove the address."""
    account = signed_in(identity, request, csrf)
    await asyncio.to_thread(emails.remove, account)
    response = RedirectResponse(PATH, 303)
    identity.leave_notice(response, "Your e-mail address is removed.")
    return response


@router.post(f"{PATH}/codes")
async def make_codes(
    request: Request,
    page: Provided[ContactPage],
    identity: Provided[Identity],
    recovery: Provided[RecoveryStore],
    csrf: str = Form(max_length=64),
    password: str = Form(max_length=1000),
) -> Response:
    """Make new recovery codes, and show them once."""
    account = signed_in(identity, request, csrf)
    try:
        await page.check(account, password)
    except (TooMany, NotAllowed):
        raise
    except UsageError as error:
        return await page.show(request, account, 400, wrong=CODES, error=str(error))
    codes = await asyncio.to_thread(recovery.make_codes, account)
    response = await page.show(request, account, codes=codes)
    response.headers["Cache-Control"] = "no-store"
    return response
