"""The portal as a web application."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from fastapi.staticfiles import StaticFiles

from outwit import __version__
from outwit.errors import NotAllowed, NotFound, OutwitError, UsageError
from outwit.server import (
    botpages,
    classpages,
    gamepages,
    operations,
    pages,
    people,
    puzzlepages,
    review,
    signing,
    sockets,
    tournamentpages,
)
from outwit.server.api import routes as api
from outwit.server.garbage import rare_collections
from outwit.server.portal import Portal, portal_of
from outwit.server.settings import Settings, read_settings
from outwit.storage.database import database_url

PAGES = (
    pages,
    gamepages,
    signing,
    review,
    puzzlepages,
    people,
    tournamentpages,
    botpages,
    classpages,
    operations,
)
# Nothing runs or is loaded but what we serve.
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; "
    "base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}
STATUS = {NotFound: 404, NotAllowed: 403, UsageError: 400}
TITLES = {
    404: "There is nothing here",
    403: "That is not allowed",
    400: "That cannot be",
    500: "Something went wrong here",
}


def create_app(settings: Settings) -> FastAPI:
    """Return the application; the database is opened, and brought up to date, when it starts."""

    @asynccontextmanager
    async def run(app: FastAPI) -> AsyncIterator[None]:
        app.state.portal = Portal(settings)
        await portal_of(app).open()
        async with rare_collections():
            yield
        await portal_of(app).close()

    app = FastAPI(title="Outwit", version=__version__, lifespan=run, docs_url=None, redoc_url=None)
    for module in PAGES:
        app.include_router(module.router, include_in_schema=False)
    app.include_router(api.router)
    app.include_router(sockets.router)
    app.mount("/static", StaticFiles(directory=pages.WEB / "static"), "static")

    @app.middleware("http")
    async def add_headers(
        request: Request, call_next: Callable[[Request], Awaitable[Response]]
    ) -> Response:
        response = await call_next(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    @app.exception_handler(OutwitError)
    async def explain(request: Request, error: OutwitError) -> Response:
        status = next((code for kind, code in STATUS.items() if isinstance(error, kind)), 500)
        return await pages.page(
            request, "error.html", status, title=TITLES[status], message=str(error)
        )

    return app


def app_of_environment() -> FastAPI:
    """Return the application as the environment describes it; each of several processes has one."""
    return create_app(read_settings(database_url()))
