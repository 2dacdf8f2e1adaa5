"""The accounts of those who send something."""

from __future__ import annotations

import asyncio

from outwit.errors import NotAllowed, NotFound
from outwit.storage.accounts import Account, AccountStore


async def somebody(accounts: AccountStore, account: int | None) -> Account:
    """Return an account by its number, a new guest for None or one that is gone.

    Raise NotAllowed for a bot, which plays through the API alone.
    """
    found = await found_account(accounts, account)
    if found is None:  # a stranger, or the database is another one now
        return await asyncio.to_thread(accounts.guest)
    if found.is_bot:
        raise NotAllowed("this account is a bot: it plays through the API alone")
    return found


async def member(accounts: AccountStore, account: int | None, to_do: str) -> Account:
    """Return somebody who has an account; raise NotAllowed for guests and strangers."""
    found = await found_account(accounts, account)
    if found is None or found.is_guest:
        raise NotAllowed(f"you need an account to {to_do}: sign in or create one first")
    return found


async def found_account(accounts: AccountStore, account: int | None) -> Account | None:
    """Return an account by its number, None for a stranger or one that is gone."""
    if account is None:
        return None
    try:
        return await asyncio.to_thread(accounts.get, account)
    except NotFound:
        return None
