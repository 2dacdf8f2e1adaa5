"""The database goes away while somebody connects: they are told so, and come back later."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from outwit.errors import StorageFault
from outwit.server.portal import Portal
from tests.server.api.conftest import Headers

pytestmark = pytest.mark.compiled_only
AGAIN = 1013


def fail(*_: object) -> None:
    raise StorageFault("database postgresql://x: gone")


def end_of(socket: WebSocketTestSession) -> tuple[str, int]:
    """Return the code of the last message, and that of the close frame."""
    code = ""
    while True:
        try:
            code = socket.receive_json().get("code", "")
        except WebSocketDisconnect as closed:
            return code, closed.code


def test_a_browser_is_told_to_come_back(
    client: TestClient,
    portal: Portal,
    game: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(portal.chat, "of_game", fail)
    headers = {"origin": "http://testserver"}
    with client.websocket_connect(f"/ws/g/{game}", headers=headers) as socket:
        assert end_of(socket) == ("storage-fault", AGAIN)
    assert not [each for each in caplog.records if each.levelname == "ERROR"]


def test_a_bot_is_told_to_come_back(
    client: TestClient,
    portal: Portal,
    game: str,
    ann: Headers,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(portal.games, "load", fail)
    with client.websocket_connect(f"/api/ws/game/{game}", headers=ann) as socket:
        assert end_of(socket) == ("storage-fault", AGAIN)
    assert client.get(f"/api/bot/game/stream/{game}", headers=ann).text == ""
    assert not [each for each in caplog.records if each.levelname == "ERROR"]
