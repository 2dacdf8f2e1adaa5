"""Studies over the API: created, read, replaced by version, deleted."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.server.api.conftest import Headers

pytestmark = pytest.mark.compiled_only

CHAPTER = {
    "title": "One",
    "comment": "Begin.",
    "nodes": [{"parent": -1, "move": "f1", "glyph": "!"}, {"parent": 0, "move": "a2"}],
}


def study(**values: Any) -> dict[str, Any]:
    return {"title": "Corners", "game": "ataxx", "chapters": [CHAPTER], **values}


def test_a_study_is_created_read_replaced_and_deleted(
    client: TestClient, ann: Headers, bob: Headers
) -> None:
    made = client.post("/api/study", headers=ann, json=study()).json()
    path = f"/api/study/{made['id']}"
    assert made["chapters"][0]["nodes"][1] == {
        "parent": 0,
        "move": "a2",
        "comment": "",
        "glyph": "",
    }
    assert client.get(path, headers=ann).json() == made
    assert client.get(path).status_code == client.get(path, headers=bob).status_code == 404
    for other, status in ((bob, 404), ({}, 401)):
        assert client.put(path, headers=other, json=study(version=1)).status_code == status
        assert client.delete(path, headers=other).status_code == status
    new = study(title="Edges", visibility="public", version=1)
    assert client.put(path, headers=ann, json=new).json()["version"] == 2
    stale = client.put(path, headers=ann, json=new)
    assert (stale.status_code, stale.json()["code"]) == (409, "stale-edit")
    assert client.put(path, headers=bob, json={**new, "version": 2}).status_code == 403
    (line,) = client.get("/api/study/game/ataxx").json()["studies"]
    assert line == client.get("/api/study", headers=ann).json()["studies"][0]
    assert (line["title"], line["owner"]) == ("Edges", "Ann-bot")
    assert client.get("/api/study", headers=bob).json() == {"studies": []}
    assert client.delete(path, headers=ann).json() == {"ok": True}
    assert client.get(path, headers=ann).status_code == 404


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"chapters": []}, "chapters"),
        ({"chapters": [CHAPTER] * 65}, "64"),
        ({"chapters": [{**CHAPTER, "nodes": [{"parent": -1, "move": "zz"}]}]}, "chapter 1: node 0"),
        ({"chapters": [{**CHAPTER, "start": "x" * 2001}]}, "2000"),
        ({"chapters": [{**CHAPTER, "options": {"clock": "\ud800"}}]}, "options.clock"),
        ({"chapters": [{**CHAPTER, "options": {"size": "9"}}]}, "chapter 1: ataxx has no option"),
        ({"title": "\u0000\u0000\u0000"}, "name"),
        ({"visibility": "secret"}, "visibility"),
        ({"evil": 1}, "evil"),
    ],
)
def test_a_bad_study_gets_one_line(
    client: TestClient, ann: Headers, values: dict[str, Any], said: str
) -> None:
    headers = {**ann, "content-type": "application/json"}
    answer = client.post("/api/study", headers=headers, content=json.dumps(study(**values)))
    assert answer.status_code == 400
    assert said in answer.json()["error"]


def test_a_huge_study_is_taken_and_a_larger_one_refused(client: TestClient, ann: Headers) -> None:
    nodes = [{"parent": -1, "move": "f1", "comment": "x" * 990}]
    many = study(chapters=[{**CHAPTER, "nodes": nodes, "comment": "y" * 990}] * 64)
    assert client.post("/api/study", headers=ann, json=many).status_code == 200
    for data in (b"[" * 1_000_000, b"x" * 3_000_000, b'{"title": NaN}', b""):
        answer = client.post(
            "/api/study", headers={**ann, "content-type": "application/json"}, content=data
        )
        assert answer.status_code in (400, 413)
        assert answer.json()["code"]
