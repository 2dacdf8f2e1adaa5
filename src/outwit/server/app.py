"""The portal as a web application."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from outwit import __version__
from outwit.server.api.routes import ApiMount, create_api
from outwit.server.base.provided import provide
from outwit.server.edge.packing import Packing
from outwit.server.edge.settings import Settings
from outwit.server.gate.gate import Gate
from outwit.server.portal import Portal
from outwit.server.routes import (
    againpages,
    analysisboard,
    appearancepages,
    auditpages,
    boards,
    botpages,
    boutpages,
    classpages,
    contactpages,
    dailypages,
    downloads,
    exportpages,
    gamepages,
    handinpages,
    home,
    homeworkpages,
    markpages,
    moderationpages,
    newhomework,
    newtournament,
    noticepages,
    noticesettings,
    openingpages,
    operations,
    people,
    planpages,
    platformpages,
    playpages,
    pushpages,
    puzzlepages,
    recoverypages,
    relationpages,
    reportpages,
    review,
    rulepages,
    settingspages,
    signing,
    similaritypages,
    sockets,
    staffpages,
    studyforms,
    studypages,
    tournamentpages,
    tours,
    turnpages,
    vacationpages,
    wordpages,
)
from outwit.server.routes.faults import add_handlers
from outwit.server.wording.rendering import WEB
from outwit.storage.tables import now

PAGES = (
    home,
    rulepages,
    boards,
    playpages,
    downloads,
    gamepages,
    signing,
    review,
    analysisboard,
    dailypages,
    openingpages,
    studyforms,
    studypages,
    puzzlepages,
    people,
    reportpages,
    relationpages,
    moderationpages,
    settingspages,
    contactpages,
    recoverypages,
    noticepages,
    noticesettings,
    pushpages,
    turnpages,
    planpages,
    vacationpages,
    appearancepages,
    newtournament,
    tournamentpages,
    tours,
    wordpages,
    botpages,
    classpages,
    newhomework,
    markpages,
    againpages,
    exportpages,
    staffpages,
    similaritypages,
    auditpages,
    homeworkpages,
    handinpages,
    boutpages,
    platformpages,
    operations,
)


def create_app(settings: Settings, clock: Callable[[], datetime] = now) -> FastAPI:
    """Return the application; the database is opened, and brought up to date, when it starts.

    ``clock`` is for tests that simulate days.
    """
    api = create_api()

    @asynccontextmanager
    async def run(app: FastAPI) -> AsyncIterator[None]:
        portal = app.state.portal = Portal(settings, clock)
        parts = portal.parts()
        provide(app, parts)
        provide(api, parts)
        await portal.open()
        yield
        await portal.close()

    app = FastAPI(title="Outwit", version=__version__, lifespan=run, openapi_url=None)
    app.state.api = api
    for module in PAGES:
        # ``include_router`` would build each route again, at the first request.
        app.router.routes.extend(module.router.routes)
    app.router.routes.append(ApiMount("/api", api))
    app.router.routes.extend(sockets.router.routes)
    app.mount("/static", StaticFiles(directory=WEB / "static"), "static")

    add_handlers(app)
    # The middleware added last is the outermost.
    app.add_middleware(Packing)
    app.add_middleware(Gate, proxies=settings.proxies, hosts=settings.hosts)
    if settings.proxies:
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=list(settings.proxies))
    return app
