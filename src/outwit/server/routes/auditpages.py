"""Who did what in a class, and the deletion of the class; for its teacher."""

from __future__ import annotations

import asyncio

from fastapi import Form, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.routes.classpages import entered, must_teach
from outwit.server.routes.pages import Pages
from outwit.storage.audit import AuditStore
from outwit.storage.classes import ClassStore, StoredClass

# Newest deeds on the page.
MOST_DEEDS = 500
NOT_DELETED = "Nothing was deleted: type the name of the class as it stands."
router = Router()


@router.get("/c/{key}/audit")
async def audit_page(
    request: Request,
    key: str,
    pages: Provided[Pages],
    identity: Provided[Identity],
    classes: Provided[ClassStore],
    audit: Provided[AuditStore],
) -> HTMLResponse:
    """Show what was done in a class."""
    of_class, account = await entered(classes, key, identity.account(request))
    must_teach(of_class, account)
    return await show_audit(request, pages, audit, of_class)


@router.post("/c/{key}/delete")
async def delete(
    request: Request,
    key: str,
    pages: Provided[Pages],
    identity: Provided[Identity],
    classes: Provided[ClassStore],
    audit: Provided[AuditStore],
    csrf: str = Form(max_length=64),
    name: str = Form("", max_length=100),
) -> Response:
    """Delete a class with its assignments and programs; its name has to be typed."""
    of_class, account = await entered(classes, key, identity.form_sender(request, csrf))
    must_teach(of_class, account)
    if " ".join(name.split()) != of_class.name:
        return await show_audit(request, pages, audit, of_class, NOT_DELETED)
    await asyncio.to_thread(classes.delete, of_class.id)
    return RedirectResponse("/classes", 303)


async def show_audit(
    request: Request, pages: Pages, audit: AuditStore, of_class: StoredClass, error: str = ""
) -> HTMLResponse:
    """Show the deeds, and the error for what was sent."""
    deeds = await asyncio.to_thread(audit.of_class, of_class.id, MOST_DEEDS)
    return await pages.show(
        request,
        "audit.html",
        400 if error else 200,
        of_class={"id": of_class.id, "name": of_class.name},
        deeds=[
            {
                "at": deed.at,
                "who": deed.who,
                "is_closed": bool(deed.account),
                "action": deed.action,
                "subject": deed.subject,
            }
            for deed in deeds
        ],
        most=MOST_DEEDS,
        error=error,
    )
