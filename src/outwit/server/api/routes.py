"""The bot API: a separate application below ``/api``, with its own errors and schema."""

from __future__ import annotations

import re
from typing import Any

from fastapi import FastAPI
from starlette.routing import Mount

from outwit import __version__
from outwit.server.api import (
    account,
    apisockets,
    challenges,
    games,
    homework,
    marking,
    openings,
    streaming,
    studies,
    tournaments,
)
from outwit.server.api.faults import add_handlers

DESCRIPTION = """\
Programs play here with tokens. The API follows lichess's bot API: one stream of events, one
stream for each game, and one request for each command.
"""
MODULES = (
    account,
    streaming,
    challenges,
    games,
    openings,
    studies,
    tournaments,
    homework,
    marking,
    apisockets,
)


class Api(FastAPI):
    """The API as an application; ``state.provided`` must be set before it is used."""

    def openapi(self) -> dict[str, Any]:
        """Return the schema, without the framework's answer 422: invalid data get status 400."""
        if self.openapi_schema is None:
            schema = super().openapi()
            for methods in schema["paths"].values():
                for operation in methods.values():
                    operation["responses"].pop("422", None)
            for name in ("HTTPValidationError", "ValidationError"):
                schema["components"]["schemas"].pop(name, None)
        assert self.openapi_schema is not None
        return self.openapi_schema


def create_api() -> FastAPI:
    """Return the API."""
    api = Api(
        title="Outwit bot API",
        version=__version__,
        description=DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
    )
    for module in MODULES:
        # ``include_router`` would build each route again, at the first request.
        api.router.routes.extend(module.router.routes)
    add_handlers(api)
    return api


class ApiMount(Mount):
    """Mounts the API in the portal; it also answers paths with line breaks."""

    def __init__(self, path: str, api: FastAPI) -> None:
        super().__init__(path, api)
        self.path_regex = re.compile(self.path_regex.pattern, re.DOTALL)
