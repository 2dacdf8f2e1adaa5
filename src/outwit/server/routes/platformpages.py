"""Learning platforms: logins, launches, our public key, and the choice of an assignment."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import urlencode

from fastapi import Form, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from outwit.errors import NotAllowed, NotFound
from outwit.lti.keypair import KeyPair
from outwit.lti.launch import Launch
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.edge.limits import Limiter
from outwit.server.edge.tries import Tries
from outwit.server.routes.entering import Entering
from outwit.server.routes.launching import (
    KEYS,
    LAUNCH,
    LOGIN,
    Launching,
    frame_policy,
    is_framed,
    told_by,
)
from outwit.server.routes.pages import Pages
from outwit.server.routes.signing import WRONG
from outwit.server.values.homeworkwords import state_of
from outwit.storage.accounts import Account, AccountStore
from outwit.storage.audit import AuditStore
from outwit.storage.classes import ClassStore
from outwit.storage.homework import HomeworkStore
from outwit.storage.platformgrades import GradeStore
from outwit.storage.platformlinks import Link, LinkStore
from outwit.storage.platformpeople import PersonStore
from outwit.storage.platforms import Platform, PlatformStore
from outwit.storage.tables import now

# Most characters of a token of a launch.
LONGEST_TOKEN = 32_768
router = Router()


@router.get(LOGIN)
async def begin(
    request: Request, pages: Provided[Pages], launching: Provided[Launching]
) -> Response:
    """Begin a login that a platform asks for by an address."""
    return await begun(request, pages, launching, told_by(request.query_params))


@router.post(LOGIN)
async def begin_by_form(
    request: Request, pages: Provided[Pages], launching: Provided[Launching]
) -> Response:
    """Begin a login that a platform asks for by a form."""
    return await begun(request, pages, launching, told_by(await request.form(max_fields=20)))


async def begun(
    request: Request, pages: Pages, launching: Launching, told: dict[str, str]
) -> Response:
    """Lead to the platform, which says who comes; from within its page, in a new tab."""
    platform = await asyncio.to_thread(launching.platform, told)
    if is_framed(request):
        address = f"{LOGIN}?{urlencode(told)}"
        page = await pages.show(request, "platformframe.html", platform=platform.name, here=address)
        page.headers["Content-Security-Policy"] = frame_policy(platform)
        return page
    address, name, cookie = launching.begin(request, platform, told)
    response = RedirectResponse(address, 302)
    launching.remember(response, name, cookie)
    return response


@router.post(LAUNCH)
async def launch(
    request: Request,
    launching: Provided[Launching],
    identity: Provided[Identity],
    classes: Provided[ClassStore],
    homework: Provided[HomeworkStore],
    links: Provided[LinkStore],
    audit: Provided[AuditStore],
    state: str = Form("", max_length=100),
    id_token: str = Form("", max_length=LONGEST_TOKEN),
    error: str = Form("", max_length=300),
    error_description: str = Form("", max_length=300),
) -> Response:
    """Let a person of a platform in, and open the assignment of the link."""
    if error or not id_token:
        said = " ".join((error_description or error or "it sent no token").split())
        raise NotAllowed(f"the learning platform ended the login: {said}")
    platform, found, account = await launching.end(request, state, id_token)
    link = await asyncio.to_thread(links.note, found.link)

    def enter() -> str:
        return opened(identity, classes, homework, links, audit, platform, link, found, account)

    response = RedirectResponse(await asyncio.to_thread(enter), 303)
    launching.forget(response, state)
    identity.remember(response, account.id)
    return response


def opened(
    identity: Identity,
    classes: ClassStore,
    homeworks: HomeworkStore,
    links: LinkStore,
    audit: AuditStore,
    platform: Platform,
    link: Link,
    found: Launch,
    account: Account,
) -> str:
    """Return the path that a launch opens; a student joins the class."""
    if link.homework is None:
        if not found.teaches:
            raise NotFound("your teacher has not chosen an assignment for this activity yet")
        return choice_path(identity, link, account.id)
    homework = homeworks.get(link.homework)
    of_class = classes.get(homework.class_id)
    path = f"/c/{of_class.id}/a/{homework.id}"
    if of_class.teacher == account.id:
        return f"{path}/marks"
    if not found.studies:
        raise NotAllowed("somebody else teaches the class of this activity: ask them for changes")
    if not classes.may_see(of_class.id, account.id):
        classes.admit(of_class.id, account.id)
        audit.note(of_class.id, account.id, "joined", f"{account.name}, from {platform.name}")
    links.meet(link.id, found.subject, found.name or account.name)
    if not homework.published:
        raise NotFound("your teacher has not published this assignment yet: come back later")
    return path


@router.get(KEYS)
async def keys(key_pair: Provided[KeyPair]) -> JSONResponse:
    """Return the public key with which platforms check what the portal signs."""
    return JSONResponse(await asyncio.to_thread(key_pair.public_set))


@router.get("/lti/choose/{key}")
async def choose(
    request: Request,
    key: str,
    pages: Provided[Pages],
    identity: Provided[Identity],
    links: Provided[LinkStore],
    platforms: Provided[PlatformStore],
    people: Provided[PersonStore],
    classes: Provided[ClassStore],
    homework: Provided[HomeworkStore],
    proof: str = "",
) -> Response:
    """Let the teacher of a course choose which assignment a link opens."""
    link, account = await chooser(request, identity, links, key, proof)
    return await show_choice(
        request, pages, platforms, people, classes, homework, link, account, proof
    )


async def show_choice(
    request: Request,
    pages: Pages,
    platforms: PlatformStore,
    people: PersonStore,
    classes: ClassStore,
    homeworks: HomeworkStore,
    link: Link,
    account: int,
    proof: str,
    *,
    error: str = "",
    name: str = "",
    wrong: str = "",
    status: int = 200,
) -> Response:
    """Show the choice; ``wrong`` is the error for a password, ``error`` that for a choice."""

    def values() -> dict[str, Any]:
        taught = [each for each in classes.of_account(account) if each.teacher == account]
        return {
            "platform": platforms.get(link.platform).name,
            "classes": [
                {
                    "id": each.id,
                    "name": each.name,
                    "assignments": [
                        {"id": one.id, "title": one.title, "state": state_of(one, now())}
                        for one in homeworks.of_class(each.id)
                    ],
                }
                for each in taught
            ],
            "is_outside": people.is_outside(account),
        }

    return await pages.show(
        request,
        "platformchoice.html",
        status,
        **await asyncio.to_thread(values),
        link={"id": link.id, "title": link.title, "homework": link.homework},
        path=f"/lti/choose/{link.id}",
        proof=proof,
        error=error,
        name=name,
        wrong=wrong,
    )


@router.post("/lti/choose/{key}")
async def tie(
    request: Request,
    key: str,
    identity: Provided[Identity],
    links: Provided[LinkStore],
    entering: Provided[Entering],
    audit: Provided[AuditStore],
    csrf: str = Form(max_length=64),
    proof: str = Form("", max_length=64),
    homework: str = Form(max_length=40),
) -> Response:
    """Tie a link to an assignment that its teacher has chosen."""
    account = identity.form_sender(request, csrf)
    link, _ = await chooser(request, identity, links, key, proof)
    entry = await entering.enter(homework, account, teaches=True)
    if link.homework is not None:
        # Only who teaches the class that the link opens may lead its students elsewhere.
        await entering.enter(link.homework, account, teaches=True)
    await asyncio.to_thread(links.tie, link.id, entry.homework.id)
    what = f"{entry.homework.title}: {link.title or link.id}"
    await asyncio.to_thread(
        audit.note, entry.of_class.id, entry.account, "tied a link of a platform", what
    )
    return RedirectResponse(f"{entry.path}/marks", 303)


@router.post("/lti/choose/{key}/account")
async def use_account(
    request: Request,
    key: str,
    pages: Provided[Pages],
    identity: Provided[Identity],
    tries: Provided[Tries],
    limiter: Provided[Limiter],
    accounts: Provided[AccountStore],
    links: Provided[LinkStore],
    platforms: Provided[PlatformStore],
    people: Provided[PersonStore],
    classes: Provided[ClassStore],
    homework: Provided[HomeworkStore],
    csrf: str = Form(max_length=64),
    proof: str = Form("", max_length=64),
    name: str = Form(max_length=100),
    password: str = Form(max_length=1000),
) -> Response:
    """Let a teacher use an account that they have here, by its password."""
    identity.form_sender(request, csrf)
    link, account = await chooser(request, identity, links, key, proof)
    if not await asyncio.to_thread(people.is_outside, account):
        raise NotAllowed("you use an account of your own already")
    async with tries.count(request, name) as tried:
        async with limiter.hashing():
            found = await asyncio.to_thread(accounts.check, name, password)
        tried.is_right = found is not None
    if found is None or found.is_bot:
        return await show_choice(
            *(request, pages, platforms, people, classes, homework, link, account, proof),
            name=name,
            wrong=WRONG,
            status=403,
        )
    await asyncio.to_thread(people.move, link.platform, account, found.id)
    response = RedirectResponse(choice_path(identity, link, found.id), 303)
    identity.remember(response, found.id)
    tries.remember(request, response, found.name)
    return response


@router.post("/c/{key}/a/{homework}/platforms")
async def ask_again(
    request: Request,
    key: str,
    homework: str,
    entering: Provided[Entering],
    limiter: Provided[Limiter],
    links: Provided[LinkStore],
    grades: Provided[GradeStore],
    csrf: str = Form(max_length=64),
) -> Response:
    """Read the rosters of an assignment anew, and send again the grades that failed."""
    entry = await entering.sender(request, csrf, key, homework, teaches=True)
    limiter.take("uploads", entry.account)
    await asyncio.to_thread(links.ask, entry.homework.id)
    await asyncio.to_thread(grades.retry, entry.homework.id, now())
    return RedirectResponse(f"{entry.path}/marks#platforms", 303)


async def chooser(
    request: Request, identity: Identity, links: LinkStore, key: str, proof: str
) -> tuple[Link, int]:
    """Return a link and the account of a teacher of its course, as a launch has proved."""
    account = identity.account(request)
    if account is None or not identity.is_proof(proof, chooses(key, account)):
        raise NotAllowed("open the activity on the learning platform again, as its teacher")
    return await asyncio.to_thread(links.get, key), account


def choice_path(identity: Identity, link: Link, account: int) -> str:
    """Return the path at which a teacher chooses the assignment of a link."""
    proof = identity.prove(chooses(link.id, account))
    return f"/lti/choose/{link.id}?{urlencode({'proof': proof})}"


def chooses(link: str, account: int) -> str:
    """Return the fact that an account teaches the course of a link."""
    return f"chooses {link} {account}"
