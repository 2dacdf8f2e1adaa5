"""Who asks: limits count by account, or by address for strangers."""

from __future__ import annotations

from fastapi import Request

from outwit.server.edge.limits import client_address
from outwit.server.portal import portal_of


def client_of(request: Request) -> str:
    """Return a name for whoever sent a request, the same for all their requests."""
    account = portal_of(request.app).identity.account(request)
    if account is not None:
        return f"account {account}"
    return f"address {client_address(request)}"
