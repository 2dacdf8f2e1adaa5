"""Passes to each route the parts of the portal that it declares.

A route of a ``Router`` declares its parts as parameters: ``games: Provided[GameStore]``. The
application keeps one object of each such type in ``state.provided``.

FastAPI's ``Depends`` reads path, query, headers and cookies again for every dependency: a few of
them cost as much as the rest of a cheap answer. Here the parameters are found once, when the
route is created; a request costs one dictionary lookup for each.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable
from functools import wraps
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from fastapi import APIRouter, FastAPI
from starlette.requests import HTTPConnection

T = TypeVar("T")
Endpoint = Callable[..., Awaitable[Any]]
_PROVIDED = object()
# The type of a parameter that the portal provides.
Provided = Annotated[T, _PROVIDED]
# The parameter that passes the request or the socket to a route.
_CONNECTION = "connection_"


def provide(app: FastAPI, parts: Iterable[object]) -> None:
    """Provide parts to the routes of an application, each by its type."""
    app.state.provided = {type(part): part for part in parts}


def provided(app: FastAPI, kind: type[T]) -> T:
    """Return the part of an application with a type."""
    found = app.state.provided[kind]
    assert isinstance(found, kind)
    return found


def kinds_of(endpoint: Endpoint) -> dict[str, type]:
    """Return the types of a route's provided parameters by name."""
    hints = get_type_hints(inspect.unwrap(endpoint), include_extras=True)
    return {
        name: get_args(hint)[0]
        for name, hint in hints.items()
        if get_origin(hint) is Annotated and _PROVIDED in hint.__metadata__
    }


class Router(APIRouter):
    """A router that passes the ``Provided`` parameters to its routes."""

    def add_api_route(self, path: str, endpoint: Endpoint, **options: Any) -> None:
        """Add a route."""
        super().add_api_route(path, _supplied(endpoint), **options)

    def add_api_websocket_route(
        self, path: str, endpoint: Endpoint, *names: str | None, **options: Any
    ) -> None:
        """Add a route of a socket."""
        super().add_api_websocket_route(path, _supplied(endpoint), *names, **options)


def _supplied(endpoint: Endpoint) -> Endpoint:
    """Wrap a route so that the framework passes only the other parameters."""
    kinds = kinds_of(endpoint)
    if not kinds:
        return endpoint
    wanted = tuple(kinds.items())

    @wraps(endpoint)
    async def supplied(**values: Any) -> Any:
        parts = values.pop(_CONNECTION).app.state.provided
        for name, kind in wanted:
            values[name] = parts[kind]
        return await endpoint(**values)

    # The framework reads the signature to find out what to pass.
    signature = inspect.signature(endpoint, eval_str=True)
    kept = [each for name, each in signature.parameters.items() if name not in kinds]
    own = inspect.Parameter(_CONNECTION, inspect.Parameter.KEYWORD_ONLY, annotation=HTTPConnection)
    supplied.__signature__ = signature.replace(parameters=[*kept, own])  # type: ignore[attr-defined]
    return supplied
