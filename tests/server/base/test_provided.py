"""Routes get what they ask for, and the portal provides that and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fastapi import FastAPI, Query, Request, WebSocket
from starlette.routing import BaseRoute, Mount
from starlette.testclient import TestClient

from outwit.server.app import create_app
from outwit.server.base.provided import Provided, Router, kinds_of, provide, provided
from outwit.server.edge.settings import Settings
from outwit.server.portal import Portal


class Shelf:
    def __init__(self, books: int) -> None:
        self.books = books


def library() -> FastAPI:
    app, router = FastAPI(), Router()

    @router.get("/books/{name}")
    async def books(
        request: Request, name: str, shelf: Provided[Shelf], more: Annotated[int, Query(ge=0)] = 0
    ) -> str:
        """Count books."""
        return f"{request.method} {name} {shelf.books + more}"

    @router.websocket("/ws/{name}")
    async def socket(socket: WebSocket, name: str, shelf: Provided[Shelf]) -> None:
        await socket.accept()
        await socket.send_text(f"{name} {shelf.books}")
        await socket.close()

    app.router.routes.extend(router.routes)
    return app


def test_a_route_gets_what_it_declares_beside_what_a_request_has() -> None:
    app = library()
    provide(app, [Shelf(3)])
    with TestClient(app) as client:
        assert client.get("/books/x").json() == "GET x 3"
        assert client.get("/books/x?more=2").json() == "GET x 5"
        assert client.get("/books/x?more=-1").status_code == 422
        with client.websocket_connect("/ws/y") as socket:
            assert socket.receive_text() == "y 3"
    assert provided(app, Shelf).books == 3


def test_the_schema_does_not_show_it() -> None:
    operation = library().openapi()["paths"]["/books/{name}"]["get"]
    assert [each["name"] for each in operation["parameters"]] == ["name", "more"]
    assert operation["description"] == "Count books."
    assert operation["operationId"] == "books_books__name__get"


def endpoints(routes: list[BaseRoute]) -> list[object]:
    found: list[object] = []
    for route in routes:
        if isinstance(route, Mount):
            found += endpoints(list(route.routes or []))
        elif hasattr(route, "endpoint"):
            found.append(route.endpoint)
    return found


def test_the_portal_provides_what_its_routes_ask_for_and_nothing_else(tmp_path: Path) -> None:
    settings = Settings(f"sqlite:///{tmp_path / 'portal.db'}")
    asked = {
        kind
        for endpoint in endpoints(create_app(settings).router.routes)
        if callable(endpoint)
        for kind in kinds_of(endpoint).values()
    }
    assert len(asked) > 30
    portal = Portal(settings)
    kinds = [type(part) for part in portal.parts()]
    portal.database.close()
    assert len(kinds) == len(set(kinds))
    assert set(kinds) == asked
