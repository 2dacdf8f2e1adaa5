"""The accounts of visitors who send a form."""

from __future__ import annotations

import asyncio

from outwit.errors import NotAllowed, NotFound
from outwit.storage.accounts import Account, AccountStore


async def somebody(accounts: AccountStore, account: int | None) -> Account:
    """Return an account by its number; a new guest for None or a deleted account.

    Raise NotAllowed for a bot, which plays only through the API.
    """
    found = await found_account(accounts, account)
    if found is None:  # a stranger, or the database was replaced
        return await asyncio.to_thread(accounts.guest)
    if found.is_bot:
        raise NotAllowed("this account is a bot: it plays through the API alone")
    return found


async def member(accounts: AccountStore, account: int | None, to_do: str) -> Account:
    """Return an account that is no guest; raise NotAllowed for guests and strangers."""
    found = await found_account(accounts, account)
    if found is None or found.is_guest:
        raise NotAllowed(f"you need an account to {to_do}: sign in or create one first")
    return found


async def found_account(accounts: AccountStore, account: int | None) -> Account | None:
    """Return an account by its number, None for a stranger or a deleted account."""
    if account is None:
        return None
    try:
        return await asyncio.to_thread(accounts.get, account)
    except NotFound:
        return None
