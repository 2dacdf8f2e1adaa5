"""Error answers of the API: a status, and a body with the stable code."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from outwit.errors import (
    BadText,
    BadToken,
    MoveError,
    NameTaken,
    NotAllowed,
    NotFound,
    NothingToUndo,
    NotYourTurn,
    OutwitError,
    StaleEdit,
    StalePly,
    StorageFault,
    TooMany,
    UsageError,
)
from outwit.server.api.answers import Fault
from outwit.server.base.logs import fault
from outwit.server.base.validation import what_is_wrong
from outwit.server.routes.faults import AWAY_SECONDS, MESSAGES

# The first matching type counts.
STATUS: tuple[tuple[type[OutwitError], int], ...] = (
    (BadToken, 401),
    (TooMany, 429),
    (NotFound, 404),
    (NotAllowed, 403),
    (NameTaken, 409),
    (StaleEdit, 409),
    (StalePly, 409),
    (NotYourTurn, 409),
    (NothingToUndo, 409),
    (UsageError, 400),
    (MoveError, 400),
    (BadText, 400),
    (StorageFault, 503),
)
# Codes for requests that the web framework itself refuses.
CODES = {
    401: BadToken.code,
    403: NotAllowed.code,
    404: NotFound.code,
    405: "method-not-allowed",
    429: TooMany.code,
}
# Statuses that any operation may return: unreadable, not found, too large, too many.
COMMON = (400, 404, 413, 414, 429)
MEANING = {
    400: "The request cannot be read, or the move is not legal.",
    401: "The token is missing, unknown or revoked.",
    403: "This account may not do that.",
    404: "There is no such thing.",
    409: "The game is at another ply, or the study of another version, than the request expects.",
    413: "The body is too large.",
    414: "The address is too long.",
    429: "Too many requests: try again later.",
}


def status_of(error: OutwitError) -> int:
    """Return the HTTP status for an error."""
    return next((status for kind, status in STATUS if isinstance(error, kind)), 500)


def answers(*statuses: int) -> dict[int | str, dict[str, object]]:
    """Describe the error answers of an operation for the schema, including the common ones."""
    return {
        status: {"model": Fault, "description": MEANING[status]}
        for status in sorted({*COMMON, *statuses})
    }


def refusal(
    status: int, code: str, message: str, headers: dict[str, str] | None = None
) -> JSONResponse:
    """Return an error answer."""
    if status == 401:
        headers = {**(headers or {}), "WWW-Authenticate": "Bearer"}
    body = Fault(error=" ".join(message.split()), code=code)
    return JSONResponse(body.model_dump(), status, headers)


def answer_to(error: OutwitError) -> JSONResponse:
    """Return the answer for an error of the caller."""
    return refusal(status_of(error), error.code, str(error))


def add_handlers(api: FastAPI) -> None:
    """Make an application answer every error in the format of the API."""

    @api.exception_handler(OutwitError)
    async def explain(request: Request, error: OutwitError) -> JSONResponse:
        status = status_of(error)
        if status < 500:
            return answer_to(error)
        # The answer hides the error's text, which may name the database.
        fault(error.code, error)
        return refusal(status, error.code, MESSAGES[status], {"Retry-After": str(AWAY_SECONDS)})

    @api.exception_handler(Exception)
    async def break_off(request: Request, error: Exception) -> JSONResponse:
        return refusal(500, OutwitError.code, MESSAGES[500])

    @api.exception_handler(RequestValidationError)
    async def misread(request: Request, error: RequestValidationError) -> JSONResponse:
        return refusal(400, UsageError.code, what_is_wrong(error.errors()))

    @api.exception_handler(HTTPException)
    async def refuse(request: Request, error: HTTPException) -> JSONResponse:
        code = CODES.get(error.status_code, UsageError.code)
        headers = dict(error.headers or {})
        return refusal(error.status_code, code, str(error.detail), headers)
