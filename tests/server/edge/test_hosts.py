"""Only requests for the portal's own names are answered."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketDenialResponse

from outwit.cli.serve import serve
from outwit.errors import UsageError
from outwit.server.edge.hosts import HOSTS, LOOPBACK, host_of, hosts_at, is_allowed, read_hosts
from outwit.server.edge.settings import read_settings
from outwit.server.workers import Workers
from tests.server.routes.test_playing import begin
from tests.server.visits import visited

pytestmark = pytest.mark.compiled_only

EVIL = {"host": "evil.example:8000"}


@pytest.mark.parametrize("path", ["/", "/metrics", "/static/site.css", "/api/account", "/g/x"])
def test_another_host_is_refused_and_told_what_to_set(tmp_path: Path, path: str) -> None:
    with visited(tmp_path, hosts=LOOPBACK) as browser:
        answer = browser.get(path, headers=EVIL)
        assert answer.status_code == 421
        assert "OUTWIT_HOSTS=evil.example" in answer.text
        assert answer.headers["x-content-type-options"] == "nosniff"
        if path.startswith("/api/"):
            assert answer.json()["code"] == "wrong-host"
        assert browser.get(path, headers={"host": "localhost:8000"}).status_code != 421


def test_no_page_names_a_host_that_is_not_ours(tmp_path: Path) -> None:
    with visited(tmp_path) as browser:
        browser.follow_redirects = True
        key = begin(browser, "ataxx", level="1")
        assert 'og:url" content="http://testserver/' in browser.get(f"/g/{key}").text
        assert "evil.example/g" not in browser.get(f"/g/{key}", headers=EVIL).text


def test_a_load_balancer_asks_for_health_by_any_name(tmp_path: Path) -> None:
    with visited(tmp_path, hosts=LOOPBACK) as browser:
        for path in ("/health", "/ready"):
            assert browser.get(path, headers={"host": "10.0.0.3"}).status_code == 200


@pytest.mark.parametrize("path", ["/ws/tournaments", "/api/ws/event"])
def test_a_socket_of_another_host_is_refused(tmp_path: Path, path: str) -> None:
    with visited(tmp_path, hosts=LOOPBACK) as browser:
        headers = {**EVIL, "origin": "http://evil.example:8000"}
        with (
            pytest.raises(WebSocketDenialResponse) as refused,
            browser.websocket_connect(path, headers=headers),
        ):
            pass
        assert refused.value.status_code == 421


@pytest.mark.parametrize(
    ("header", "host"),
    [
        ("localhost", "localhost"),
        ("LOCALHOST:8000", "localhost"),
        ("localhost.:8000", "localhost"),
        ("[::1]:8000", "::1"),
        ("192.168.1.5:8000", "192.168.1.5"),
        ("", ""),
        ("evil.example@localhost", ""),
        ("localhost/../evil", ""),
        ("localhost:port", ""),
        ("<script>", ""),
        ("lоcalhost", ""),
    ],
)
def test_a_header_is_a_host_and_a_port(header: str, host: str) -> None:
    assert host_of(header) == host


def test_who_listens_beyond_this_machine_is_reached_by_address_and_by_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "Attic")
    for listening in ("0.0.0.0", "::", "192.168.1.5"):
        hosts = hosts_at(listening)
        for host in ("localhost", "192.168.1.5", "2001:db8::1", "attic", "attic.local"):
            assert is_allowed(host, hosts), host
        assert not is_allowed("evil.example", hosts)
    for listening in ("127.0.0.1", "::1"):
        hosts = hosts_at(listening)
        assert [
            is_allowed(each, hosts) for each in ("localhost", "::1", "192.168.1.5", "attic")
        ] == [
            True,
            True,
            False,
            False,
        ]


def test_the_operator_names_hosts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOSTS, "Games.Example.org, *.example.net")
    hosts = read_settings("sqlite:///x.db").hosts
    for host, allowed in (
        ("games.example.org", True),
        ("a.b.example.net", True),
        ("localhost", True),
        ("example.net", False),
        ("evilexample.net", False),
        ("example.org", False),
        ("", False),
    ):
        assert is_allowed(host, hosts) == allowed, host
    assert is_allowed("anything", read_hosts("*"))


@pytest.mark.parametrize(
    "text", ["https://games.example.org", "a b", "games.example.org:8000", "-x"]
)
def test_what_is_no_host_is_refused_at_the_start(text: str) -> None:
    with pytest.raises(UsageError, match=r"OUTWIT_HOSTS.*is no name of a host, as in"):
        read_hosts(text)


def test_the_help_says_how_to_name_hosts() -> None:
    said = " ".join(CliRunner().invoke(serve, ["--help"]).output.split())
    assert "--hosts NAMES" in said
    assert "OUTWIT_HOSTS" in said
    assert "--host 0.0.0.0" in said


def test_the_processes_of_a_family_have_the_hosts_of_their_parent() -> None:
    import socket

    with socket.socket() as listening:
        workers = Workers("postgresql://x", listening, 2, "games.example.org")
    assert workers._environment[HOSTS] == "games.example.org"


def test_a_client_that_is_not_a_browser_reads_why(tmp_path: Path) -> None:
    with visited(tmp_path, hosts=LOOPBACK) as browser:
        assert isinstance(browser, TestClient)
        answer = browser.post("/login", headers={"host": "<b>"}, data={})
        assert (answer.status_code, answer.text) == (
            421,
            "This request names no host that there can be.\n",
        )
