"""Error answers of the portal: a page for browsers, JSON for scripts."""

from __future__ import annotations

import math
from typing import Any

from fastapi import FastAPI, HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.datastructures import URL
from starlette.exceptions import HTTPException as StarletteHTTPException

from outwit.errors import (
    BadText,
    MoveError,
    NotAllowed,
    NotFound,
    OutwitError,
    StorageFault,
    TooMany,
    UsageError,
)
from outwit.server.base.logs import fault, request_id
from outwit.server.base.provided import provided
from outwit.server.base.validation import what_is_wrong
from outwit.server.edge.identity import OLD_FORM
from outwit.server.routes.pages import Pages, own_path

API = "/api/"
# Here learning platforms sign people in, who may have no password.
PLATFORMS = "/lti/"
STATUS: dict[type[OutwitError], int] = {
    NotFound: 404,
    NotAllowed: 403,
    TooMany: 429,
    UsageError: 400,
    BadText: 400,
    MoveError: 400,
    StorageFault: 503,
}
TITLES = {
    400: "That cannot be",
    403: "That is not allowed",
    404: "There is nothing here",
    405: "That is not done here",
    413: "That is too much",
    414: "This address is too long",
    429: "Too many requests",
    431: "That is too much",
    500: "Something went wrong here",
    503: "The portal cannot do that now",
}
CODES = {405: "method-not-allowed", 413: "too-large", 414: "too-large", 431: "too-large"}
MESSAGES = {
    404: "The page may have moved, or the game may not exist. Check the address.",
    405: "This address does not take such a request.",
    413: "The request is larger than the portal accepts.",
    414: "The portal has no address of this length.",
    431: "Your browser sent too many headers. Clearing its cookies for this site may help.",
    500: "This is a fault of the portal and has been logged. Try again in a moment.",
    503: "The server cannot store moves now. Try again in a moment; no move shown so far is lost.",
}
# Seconds in the Retry-After header when the database is unavailable.
AWAY_SECONDS = 5


def add_handlers(app: FastAPI) -> None:
    """Make an application answer errors with explanations."""

    @app.exception_handler(OutwitError)
    async def explain_error(request: Request, error: OutwitError) -> Response:
        return await of_error(request, error)

    @app.exception_handler(StarletteHTTPException)
    async def explain_status(request: Request, error: StarletteHTTPException) -> Response:
        status = error.status_code
        said = error.detail if isinstance(error, HTTPException) and status not in MESSAGES else ""
        answer = await explain(request, status, said)
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(RequestValidationError)
    async def explain_fields(request: Request, error: RequestValidationError) -> Response:
        if "csrf" in error.errors()[0]["loc"]:
            return await explain(request, 400, OLD_FORM)
        return await explain(request, 400, what_is_wrong(error.errors()))


async def of_error(request: Request, error: OutwitError) -> Response:
    """Return the answer for an error; an internal fault shows only its number."""
    status = next((code for kind, code in STATUS.items() if isinstance(error, kind)), 500)
    if status < 500:
        answer = await explain(request, status, str(error), error.code)
    else:
        fault(error.code, error)
        answer = await explain(request, status, code=error.code)
    if isinstance(error, TooMany):
        answer.headers["Retry-After"] = str(max(1, math.ceil(error.wait)))
    if status == 503:
        answer.headers["Retry-After"] = str(AWAY_SECONDS)
    return answer


def page_before(request: Request) -> str:
    """Return the page to return to: the requested one, or the page of the sent form."""
    if request.method == "GET":
        found = request.url
    else:
        found = URL(request.headers.get("referer", ""))
        if found.netloc != request.url.netloc:
            return "/"
    return own_path(f"{found.path}?{found.query}" if found.query else found.path)


async def explain(request: Request, status: int, message: str = "", code: str = "") -> Response:
    """Return a page, or JSON, with the error and what to do next."""
    said = message or MESSAGES.get(status, "Go back and try again.")
    if request.url.path.startswith(API):
        kinds = (kind.code for kind, number in STATUS.items() if number == status)
        name = code or CODES.get(status) or next(kinds, OutwitError.code)
        return JSONResponse({"error": said, "code": name}, status)
    # Makes a sentence of an error's message.
    message = f"{said[:1].upper()}{said[1:].removesuffix('.')}."
    values: dict[str, Any] = {"title": TITLES.get(status, TITLES[400]), "message": message}
    pages = provided(request.app, Pages)
    by_platform = request.url.path.startswith(PLATFORMS)
    if status == 403 and not by_platform and not await pages.is_member(request):
        values["back"] = page_before(request)
    if status < 500:
        return await pages.show(request, "error.html", status, **values)
    values["number"] = request_id.get()
    return pages.show_to_nobody(request, "error.html", status, **values)
