"""The pages of tournaments: who may do what, and what everybody sees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from urllib.parse import unquote

import pytest
from argon2 import PasswordHasher
from fastapi import Request, Response
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from outwit.errors import UsageError
from outwit.server.app import create_app
from outwit.server.edge.identity import COOKIE
from outwit.server.edge.settings import Settings
from outwit.server.portal import Portal, portal_of
from outwit.server.routes.newtournament import read_start
from outwit.storage.classes import NewClass
from outwit.storage.progress import ARENA, ROUND_ROBIN, SWISS, NewTournament
from outwit.storage.tables import now
from outwit.storage.tournaments import MOST_ENTRANTS

pytestmark = pytest.mark.compiled_only
HERE = {"origin": "http://testserver"}
# As the test client files cookies away.
DOMAIN = "testserver.local"
EVIL = "<script>alert(1)</script>"


@contextmanager
def portal(folder: Path) -> Iterator[TestClient]:
    settings = Settings(f"sqlite:///{folder / 'portal.db'}")
    with TestClient(create_app(settings), follow_redirects=True) as client:
        inside(client).accounts.hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        yield client


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with portal(tmp_path) as client:
        yield client


def inside(client: TestClient) -> Portal:
    return portal_of(client.app)  # type: ignore[arg-type]


def become(client: TestClient, name: str | None, is_bot: bool = False) -> int:
    """Let the client be an account of a name, made when first needed; None is a stranger."""
    client.cookies.clear()
    if name is None:
        return 0
    accounts, identity = inside(client).accounts, inside(client).identity
    found = accounts.find(name) or accounts.register(name, "correct horse", is_bot)
    answer = Response()
    identity.remember(answer, found.id)
    client.cookies.set(COOKIE, answer.headers["set-cookie"].split(";")[0].split("=")[1], DOMAIN)
    return found.id


def cookies_of(client: TestClient) -> tuple[bytes, bytes]:
    return b"cookie", f"{COOKIE}={client.cookies.get(COOKIE, '')}".encode()


def post(client: TestClient, path: str, **data: str) -> tuple[int, str]:
    """Send a form with its token; return the status and the page that comes."""
    identity = inside(client).identity
    session = identity.session(Request({"type": "http", "headers": [cookies_of(client)]}))
    token = identity.form_token(None if session is None else session.account)
    answer = client.post(path, data={"csrf": token, **data})
    return answer.status_code, answer.text


FORM = {
    "game": "ataxx",
    "name": "Friday",
    "format": "swiss",
    "cycles": "1",
    "rounds": "5",
    "minutes": "60",
    "clock": "180+2",
    "delay": "15",
}


def made(client: TestClient, organiser: str = "Ada", **changes: object) -> str:
    number = become(client, organiser)
    new = NewTournament("Friday", ROUND_ROBIN, "ataxx", "60+1", number, now(), minutes=5)
    new = new.replace(starts=now().replace(year=2100), **changes)
    return inside(client).tournaments.create(new)


def test_a_tournament_is_made_joined_and_started_by_forms(client: TestClient) -> None:
    become(client, "Ada")
    status, text = post(client, "/tournaments/new", **FORM | {"rated": "yes"})
    assert status == 200
    assert "Swiss, 5 rounds" in text
    (line,) = inside(client).tournaments.coming()
    key = line.tournament.id
    assert (line.tournament.rated, line.tournament.time_control) == (True, "180+2")
    assert post(client, f"/t/{key}/join")[0] == 200
    status, text = post(client, f"/t/{key}/start")
    assert status == 400
    assert "two players" in text
    become(client, "Bea")
    assert "Withdraw" in post(client, f"/t/{key}/join")[1]
    become(client, "Ada")
    assert post(client, f"/t/{key}/start")[0] == 200
    with client.websocket_connect(f"/ws/t/{key}", headers=HERE):
        while "Your game is on" not in client.get(f"/t/{key}/live").text:
            pass
    text = client.get("/tournaments").text
    assert "Running now" in text
    assert "2 players" in text


BAD_FORMS: tuple[tuple[dict[str, str], str], ...] = (
    ({"name": "x" * 61}, "60 characters"),
    ({"name": "\x00\x00\x00\x00"}, "cannot be seen"),
    ({"format": "ladder"}, "format"),
    ({"rounds": "many"}, "not a number"),
    ({"rounds": "9" * 400}, "not a number"),
    ({"rounds": "²"}, "not a number"),
    ({"clock": "unlimited"}, "clock"),
    ({"clock": "99999+0"}, "too long"),
    ({"clock": "soon"}, "time control"),
    ({"delay": "-1"}, "not a number"),
    ({"at": "tomorrow"}, "a date and a time"),
    ({"at": "1999-01-01T00:00"}, "within 90 days"),
    ({"option-blocks": "zz"}, "zz"),
)


def test_a_form_that_cannot_be_says_why_and_keeps_what_was_typed(client: TestClient) -> None:
    become(client, "Ada")
    for change, said in BAD_FORMS:
        status, text = post(client, "/tournaments/new", **FORM | {"name": "Saturday"} | change)
        assert status == 400, change
        assert said in text, change
        assert ("Saturday" in text) == ("name" not in change)
    assert inside(client).tournaments.coming() == ()


def test_a_moment_without_a_zone_is_in_utc() -> None:
    moment = datetime(2030, 1, 1, 12, tzinfo=UTC)
    expected = datetime(2030, 1, 2, 18, 30, tzinfo=UTC)
    assert read_start({"at": "2030-01-02T18:30"}, moment) == expected
    assert read_start({"at": "2030-01-02T20:30+02:00"}, moment) == expected
    with pytest.raises(UsageError):
        read_start({"at": "9" * 5000}, moment)


def test_who_has_no_account_makes_no_tournament(client: TestClient) -> None:
    guest = inside(client).accounts.guest()
    cookie = inside(client).identity._serializer.dumps(guest.id)
    for is_guest in (False, True):
        if is_guest:
            client.cookies.set("outwit", cookie, domain=DOMAIN)
        status, text = post(client, "/tournaments/new", **FORM)
        assert status == 403
        assert "need an account" in text


def test_only_the_organiser_starts_or_calls_off(client: TestClient) -> None:
    key = made(client)
    for name, action in product(("Bea", None), ("start", "cancel")):
        become(client, name)
        status, text = post(client, f"/t/{key}/{action}")
        assert status == 403
        assert "Only the organiser" in text
    assert "Start now" not in client.get(f"/t/{key}").text
    assert inside(client).tournaments.get(key).ended is None
    become(client, "Ada")
    assert "Start now" in client.get(f"/t/{key}").text


def test_nobody_joins_what_has_started_is_over_or_is_full(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, store = made(client), inside(client).tournaments
    for name in ("Ada", "Bea"):
        store.join(key, become(client, name))
    become(client, "Cid")
    monkeypatch.setitem(MOST_ENTRANTS, ROUND_ROBIN, 2)
    assert post(client, f"/t/{key}/join")[0] == 403
    store.start(key)
    status, text = post(client, f"/t/{key}/join")
    assert status == 403
    assert "has started" in text
    assert "Join</button>" not in client.get(f"/t/{key}").text
    store.end(key)
    assert "is over" in post(client, f"/t/{key}/join")[1]


def test_who_is_not_in_cannot_withdraw(client: TestClient) -> None:
    key = made(client)
    inside(client).tournaments.join(key, become(client, "Bea"))
    for name in ("Cid", None):
        become(client, name)
        assert post(client, f"/t/{key}/withdraw")[0] == 403
    become(client, "Bea")
    assert post(client, f"/t/{key}/withdraw")[0] == 200
    assert inside(client).tournaments.load(key).entrants == ()


def test_a_guest_joins_what_is_not_rated(client: TestClient) -> None:
    free, rated = made(client), made(client, rated=True)
    become(client, None)
    assert post(client, f"/t/{rated}/join")[0] == 403
    assert "Sign in to join" in client.get(f"/t/{rated}").text
    assert "Guest" in post(client, f"/t/{free}/join")[1]


def test_a_form_without_its_token_does_nothing(client: TestClient) -> None:
    key = made(client)
    for action in ("join", "withdraw", "start", "cancel"):
        assert client.post(f"/t/{key}/{action}", data={"csrf": "0" * 32}).status_code == 403
    assert client.post("/tournaments/new", data=FORM | {"csrf": "0" * 32}).status_code == 403


def test_html_in_names_stays_text(client: TestClient) -> None:
    key = made(client, name=EVIL)
    for path in (f"/t/{key}", f"/t/{key}/live", "/tournaments"):
        assert EVIL not in client.get(path).text
    assert "&lt;script&gt;" in client.get(f"/t/{key}").text


def test_the_page_says_how_points_are_counted(client: TestClient) -> None:
    for kind, word in ((ROUND_ROBIN, "Sonneborn–Berger"), (SWISS, "Buchholz"), (ARENA, "doubled")):
        assert word in client.get(f"/t/{made(client, format=kind)}").text


def test_a_tournament_of_a_class_is_for_its_members(client: TestClient) -> None:
    teacher = become(client, "Ada")
    classes = inside(client).classes
    of_class = classes.create(NewClass("Spring", teacher, "ataxx", "60+1", 2))
    key = made(client, class_id=of_class)
    member = become(client, "Bea")
    classes.join(classes.get(of_class).code, member)
    for name, status in (("Ada", 200), ("Bea", 200), ("Cid", 404), (None, 404)):
        become(client, name)
        assert client.get(f"/t/{key}").status_code == status
        assert client.get(f"/t/{key}/live").status_code == status
        assert post(client, f"/t/{key}/join")[0] == (403 if status == 200 else 404)
        with client.websocket_connect(f"/ws/t/{key}", headers=HERE) as socket:
            if status == 404:
                assert socket.receive_json()["code"] == "not-found"
            else:
                socket.send_json({"t": "ping"})
                assert socket.receive_json() == {"t": "pong"}


def test_a_socket_from_another_site_is_refused(client: TestClient) -> None:
    key = made(client)
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"/ws/t/{key}", headers={"origin": "https://elsewhere.example"}),
    ):
        pass


def test_the_page_hears_who_joins(client: TestClient) -> None:
    key = made(client)
    become(client, "Bea")
    with client.websocket_connect(f"/ws/t/{key}", headers=HERE) as socket:
        post(client, f"/t/{key}/join")
        assert socket.receive_json() == {"t": "changed"}
    assert "Bea" in client.get(f"/t/{key}/live").text


def test_what_is_not_there_says_so(client: TestClient) -> None:
    for key in ("nope", "a%00bcdefg", "x" * 3000, "aaaaaaaa", "☃"):
        for path in (f"/t/{key}", f"/t/{key}/live", f"/c/{key}", f"/c/{key}/table.csv"):
            assert client.get(path).status_code == 404


def test_an_empty_list_invites(client: TestClient) -> None:
    assert "Make one, and others will join." in client.get("/tournaments").text


def test_a_rated_tournament_has_no_variant(client: TestClient) -> None:
    become(client, "Ada")
    status, text = post(
        client, "/tournaments/new", **FORM | {"rated": "yes", "option-clock": "100"}
    )
    assert (status, "without variants" in text) == (400, True)


def test_a_tournament_outlives_the_account_of_its_organiser(client: TestClient) -> None:
    key = made(client, "Ada")
    inside(client).accounts.close(become(client, "Ada"), "correct horse")
    become(client, "Bea")
    answer = client.get(f"/t/{key}")
    assert answer.status_code == 200
    assert "by closed account" in answer.text


def test_bytes_over_a_socket_are_answered_and_no_fault(client: TestClient) -> None:
    with client.websocket_connect(f"/ws/t/{made(client)}", headers=HERE) as socket:
        socket.send_bytes(b"\x00\xff")
        assert socket.receive_json()["code"] == "usage"
        socket.send_json({"t": "ping"})
        assert socket.receive_json() == {"t": "pong"}


def test_the_part_that_moves_has_the_buttons_of_the_moment(client: TestClient) -> None:
    key, store = made(client), inside(client).tournaments
    for name in ("Ada", "Bea"):
        store.join(key, become(client, name))

    def buttons(name: str | None) -> list[str]:
        become(client, name)
        return re.findall(r'data-act="(\w+)"', client.get(f"/t/{key}/live").text)

    assert buttons("Ada") == ["start", "cancel", "withdraw"]
    assert buttons("Bea") == ["withdraw"]
    assert buttons(None) == ["join"]
    assert "or when its organiser says so" in client.get(f"/t/{key}/live").text
    store.start(key)
    assert buttons("Ada") == buttons("Bea") == ["withdraw"]
    assert buttons(None) == []
    assert "or when its organiser says so" not in client.get(f"/t/{key}/live").text
    store.end(key)
    assert buttons("Ada") == []


def test_an_open_list_of_tournaments_hears_what_is_made_and_started(client: TestClient) -> None:
    become(client, "Ada")
    with client.websocket_connect("/ws/tournaments", headers=HERE) as socket:
        post(client, "/tournaments/new", **FORM)
        assert socket.receive_json() == {"t": "changed"}
        (line,) = inside(client).tournaments.coming()
        assert "Running now" not in client.get("/tournaments/live").text
        for name in ("Bea", "Ada"):
            become(client, name)
            post(client, f"/t/{line.tournament.id}/join")
            assert socket.receive_json() == {"t": "changed"}
        post(client, f"/t/{line.tournament.id}/start")
        assert socket.receive_json() == {"t": "changed"}
        assert "Running now" in client.get("/tournaments/live").text


def test_a_guest_is_led_to_sign_in_and_back_instead_of_a_button(client: TestClient) -> None:
    become(client, None)
    page = client.get("/tournaments/new?game=push").text
    assert "Make the tournament</button>" not in page
    (back,) = set(re.findall(r'href="/login\?next=([^"]*)">Sign in[ <]', page))
    assert unquote(back) == "/tournaments/new?game=push"
    become(client, "Ada")
    assert "Make the tournament</button>" in client.get("/tournaments/new?game=push").text


def test_who_is_refused_is_offered_to_sign_in_unless_they_have(client: TestClient) -> None:
    become(client, None)
    client.headers["referer"] = "http://testserver/tournaments/new?game=push"
    status, page = post(client, "/tournaments/new", **FORM)
    assert status == 403
    assert 'href="/login?next=/tournaments/new%3Fgame%3Dpush">Sign in' in page
    client.headers["referer"] = "http://elsewhere/evil"
    assert 'href="/login?next=/">Sign in' in post(client, "/tournaments/new", **FORM)[1]
    become(client, "Ada")
    assert client.post("/tournaments/new", data={"csrf": "0" * 32}).status_code == 403
    answer = client.post("/tournaments/new", data={"csrf": "0" * 32})
    assert "/login?next=" not in answer.text
