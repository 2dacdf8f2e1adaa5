"""Following and blocking other players."""

from __future__ import annotations

import asyncio
from typing import Literal

from fastapi import Form, Request, Response
from fastapi.responses import RedirectResponse
from starlette.datastructures import URL

from outwit.errors import NotFound
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.routes.friends import Friends
from outwit.server.routes.pages import Pages, own_path
from outwit.server.routes.settingspages import signed_in
from outwit.server.routes.visitors import member
from outwit.storage.accounts import Account, AccountStore
from outwit.storage.relations import BLOCK, FOLLOW, RelationStore

PATH = "/settings/people"
router = Router()


@router.get(PATH)
async def show(
    request: Request,
    pages: Provided[Pages],
    identity: Provided[Identity],
    friends: Provided[Friends],
) -> Response:
    """Show whom the visitor follows and has blocked; ask strangers to sign in."""
    account = identity.account(request)
    if account is None:
        return RedirectResponse(f"/login?next={PATH}", 303)
    lists = await asyncio.to_thread(friends.lists, account)
    return await pages.show(
        request, "peoplesettings.html", followed=lists[FOLLOW], blocked=lists[BLOCK]
    )


@router.post("/people/{name}/{deed}")
async def change(
    request: Request,
    name: str,
    deed: Literal["follow", "unfollow", "block", "unblock"],
    identity: Provided[Identity],
    accounts: Provided[AccountStore],
    relations: Provided[RelationStore],
    csrf: str = Form(max_length=64),
    path: str = Form("", max_length=200),
) -> Response:
    """Follow or block an account, or end it; a guest can block, and needs an account to follow."""
    account = signed_in(identity, request, csrf)
    if deed == "follow":
        await member(accounts, account, "follow somebody")
    other = await asyncio.to_thread(find, accounts, name)
    kind = BLOCK if deed.endswith("block") else FOLLOW
    changed = relations.remove if deed.startswith("un") else relations.add
    await asyncio.to_thread(changed, account, other.id, kind)
    back = own_path(path) if path else URL(f"/people/{other.name}").path
    response = RedirectResponse(back, 303)
    identity.leave_notice(response, done(deed, other.name))
    return response


def done(deed: str, name: str) -> str:
    """Return what the next page says about what was done."""
    match deed:
        case "follow":
            return f"You follow {name}. Their games are on your first page."
        case "unfollow":
            return f"You no longer follow {name}."
        case "block":
            return f"You have blocked {name}."
        case _:
            return f"You no longer block {name}."


def find(accounts: AccountStore, name: str) -> Account:
    """Return the account with a name; raise NotFound if there is none."""
    found = accounts.find(name)
    if found is None:
        raise NotFound(f"nobody here is called {name[:40]!r}")
    return found
