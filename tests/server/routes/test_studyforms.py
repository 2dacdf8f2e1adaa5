"""Studies on the portal: making, editing, sharing and copying, and what others cannot do."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from outwit.records.reader import read_records
from tests.server.finished import finished_game, of
from tests.server.routes.test_playing import portal, token

pytestmark = pytest.mark.compiled_only

NODES = [
    {"parent": -1, "move": "f1", "comment": "<script>alert(1)</script>", "glyph": "!"},
    {"parent": 0, "move": "a2", "comment": "", "glyph": ""},
    {"parent": -1, "move": "g2", "comment": "", "glyph": "?!"},
]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with portal(tmp_path) as client:
        yield client


def enter(client: TestClient, name: str) -> None:
    """Come as somebody, with an account if there is none yet."""
    client.cookies.clear()
    if of(client).accounts.find(name) is None:
        of(client).accounts.register(name, "correct horse")
    data = {"name": name, "password": "correct horse", "csrf": token(client)}
    assert client.post("/login", data=data).status_code == 200


def post(client: TestClient, path: str, **fields: str) -> Any:
    return client.post(path, data={"csrf": token(client), **fields})


def make(client: TestClient, **fields: str) -> str:
    """Make a study and return its path."""
    new = {"title": "Corners", "game": "ataxx", "visibility": "private", "nodes": json.dumps(NODES)}
    answer = post(client, "/studies", **{**new, **fields})
    assert answer.status_code == 200, answer.text
    return str(answer.url.path)


def save(client: TestClient, path: str, version: int, nodes: Any = NODES, **more: Any) -> Any:
    sent = {"csrf": token(client), "version": version, "comment": "", "nodes": nodes, **more}
    return client.post(f"{path}/1/tree", json=sent)


def test_a_study_is_made_edited_shared_exported_and_imported(client: TestClient) -> None:
    enter(client, "Ada")
    path = make(client)
    page = client.get(path).text
    assert "<script>alert" not in page
    assert "All changes are saved." in page
    answer = save(client, path, 1, [*NODES, {"parent": 1, "move": "g2"}], comment="Begin.")
    assert (answer.status_code, answer.json()) == (200, {"version": 2})
    # Another tab has not seen that.
    answer = save(client, path, 1)
    assert (answer.status_code, answer.json()["code"]) == (409, "stale-edit")
    assert "Begin." in client.get(path).text
    game = finished_game(client)
    assert (
        post(client, f"{path}/chapters", link=f"http://testserver/g/{game}").url.path == f"{path}/2"
    )
    post(client, f"{path}/2/title", chapter="A <b>game</b>")
    post(client, f"{path}/2/move", step="-1")
    assert client.get(path).text.index("&lt;b&gt;game") < client.get(path).text.index(
        "First chapter"
    )
    text = client.get(f"{path}.txt").text
    assert len(list(read_records(text.splitlines()))) == 3
    assert len(client.get(f"{path}.jsonl").text.splitlines()) == 3
    copy = make(client, title="Again", records=text, nodes="")
    assert client.get(f"{copy}.txt").text == text.replace('"Corners"', '"Again"')
    post(client, f"{path}/2/delete")
    post(client, path, title="Edges", visibility="public")
    assert "Edges" in client.get("/studies").text
    client.cookies.clear()
    listed = client.get("/studies/game/ataxx").text
    assert "Edges" in listed
    assert "Again" not in listed
    assert "Edges" not in client.get("/studies/game/push").text
    assert "You need an account" in client.get("/studies").text


def test_others_read_and_copy_but_do_not_change(client: TestClient) -> None:
    enter(client, "Ada")
    hidden, shared = make(client), make(client, visibility="link")
    enter(client, "Bob")
    for path in (hidden, f"{hidden}/1", f"{hidden}.txt", f"{hidden}.jsonl"):
        assert client.get(path).status_code == 404
    assert save(client, hidden, 1).status_code == 404
    answer = client.get(shared)
    assert answer.headers["x-robots-tag"] == "noindex"
    assert "Settings of the study" not in answer.text
    assert save(client, shared, 1, []).status_code == 403
    for path, fields in (
        ("", {"title": "Mine", "visibility": "private"}),
        ("/delete", {}),
        ("/chapters", {"chapter": "Mine"}),
        ("/1/title", {"chapter": "Mine"}),
        ("/1/move", {"step": "1"}),
        ("/1/delete", {}),
    ):
        assert post(client, f"{hidden}{path}", **fields).status_code == 404, path
        assert post(client, f"{shared}{path}", **fields).status_code == 403, path
    assert post(client, f"{hidden}/copy").status_code == 404
    copied = post(client, f"{shared}/copy").url.path
    assert copied != shared
    assert save(client, copied, 1, []).json() == {"version": 2}
    assert post(client, f"{copied}/delete").url.path == "/studies"
    assert client.get(copied).status_code == 404
    # A guest keeps nothing.
    client.cookies.clear()
    answer = post(client, "/studies", title="Corners", game="ataxx", visibility="private")
    assert "You need an account" in answer.text
    assert client.post(f"{shared}/delete", data={"csrf": "forged"}).status_code == 403


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"nodes": [{"parent": 0, "move": "f1"}]}, "parent"),
        ({"nodes": [{"parent": -1, "move": "zz"}]}, "Node 0: "),
        ({"nodes": [{"parent": -1, "move": "f1", "comment": "x" * 1001}]}, "1000 characters"),
        ({"nodes": [{"parent": -1, "move": "f1"}] * 1001}, "1000 entries"),
        ({"nodes": [{"parent": -1, "move": "f1", "evil": 1}]}, "evil"),
        ({"nodes": "no"}, "Nodes"),
        ({"version": 1 << 40}, "Version"),
        ({"version": True}, "Version"),
    ],
)
def test_a_hostile_tree_gets_one_line(client: TestClient, sent: dict[str, Any], said: str) -> None:
    enter(client, "Ada")
    path = make(client)
    answer = save(client, path, **{"version": 1, **sent})
    assert answer.status_code == 400
    assert said in answer.json()["message"]
    assert "\n" not in answer.json()["message"]


def test_bytes_that_are_no_tree_are_refused(client: TestClient) -> None:
    enter(client, "Ada")
    path = make(client)
    deep = b'{"nodes":' + b"[" * 100_000
    for data in (b"", b"\xff", b"null", deep, b'{"csrf": "\\ud800"}'):
        assert client.post(f"{path}/1/tree", content=data).status_code in (400, 403)
    assert client.post(f"{path}/1/tree", content=b"x" * 3_000_000).status_code == 413
    for nodes in ("{", "[" * 100_000, '[{"parent":-1,"move":"zz"}]'):
        assert post(client, "/studies", title="Bad", game="ataxx", nodes=nodes).status_code == 400
    for fields in ({"game": "chess"}, {"link": "no game"}, {"records": "nothing"}, {"title": "x"}):
        new = {"title": "Fine", "game": "ataxx", "visibility": "private", **fields}
        assert post(client, "/studies", **new).status_code in (400, 404)
    assert client.get(f"{path}/9").status_code == 404
    assert client.get("/study/nowhere1").status_code == 404
