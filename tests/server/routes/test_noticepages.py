"""Absent players are told of moves, invitations and ends of slow games; each reads only its own."""

from __future__ import annotations

import re
from pathlib import Path

from fastapi.testclient import TestClient

from outwit.server.jobs.digests import stop_fact
from outwit.server.live.commands import Play, Resign, Sit
from outwit.server.live.room import Room
from outwit.storage.noticechoices import BROWSER, EMAIL
from outwit.storage.stored import NewGame, StoredSeat
from tests.server.routes.test_recoverypages import fields, send
from tests.server.visits import portal, visited

PASSWORD = "correct horse"


def told(browser: TestClient, account: int) -> list[str]:
    """Return the kinds of an account's unread notices, the newest first."""
    found = portal(browser)
    browser.portal.call(found.notices.join)  # type: ignore[union-attr]
    return [each.kind for each in found.notices.store.list(account) if each.read is None]


def test_who_is_away_is_told_and_who_is_there_is_not(tmp_path: Path) -> None:
    with visited(tmp_path) as browser:
        found = portal(browser)
        run = browser.portal.call  # type: ignore[union-attr]
        send(browser, "/register", name="Ada", password=PASSWORD)
        ada = found.accounts.find("Ada")
        grace = found.accounts.register("Grace", PASSWORD)
        assert ada is not None
        seats = StoredSeat("Ada", ada.id), StoredSeat("Grace", grace.id)
        invited = NewGame("ataxx", (seats[0], StoredSeat()), invited=grace.id)
        asked = run(found.lobby.create, invited)
        assert told(browser, grace.id) == ["challenge"]

        def play(room: Room, *moves: str) -> None:
            for move in moves:
                side = int(room.live.position.turn)
                run(room.act, Play(side, len(room.live.moves), move))

        slow = run(found.lobby.create, NewGame("ataxx", seats, time_control="259200/move"))
        play(slow, str(slow.live.position.legal_moves[0]))
        assert told(browser, grace.id) == ["turn", "challenge"]
        play(slow, str(slow.live.position.legal_moves[0]))
        # Her move answers the notice, and asks Ada.
        assert told(browser, grace.id) == ["challenge"]
        assert told(browser, ada.id) == ["turn"]
        quick = run(found.lobby.create, NewGame("ataxx", seats, time_control="300+3"))
        play(quick, str(quick.live.position.legal_moves[0]))
        assert told(browser, grace.id) == ["challenge"]

        page = browser.get("/notices").text
        assert "It is your turn against Grace in Ataxx." in page
        assert re.search(r'id="notices-count">1<', page)
        assert browser.get("/invitations.json").json()["notices"] == 1
        run(slow.act, Resign(1))
        assert told(browser, ada.id) == ["over"]
        page = browser.get("/notices").text
        assert "is over: You won" in page
        (notice,) = (each for each in found.notices.store.list(ada.id) if not each.read)
        form = fields(browser, "/notices")
        answer = browser.post(
            "/notices/read",
            data={"csrf": form["csrf"], "notice": notice.id, "path": "//elsewhere.example"},
        )
        assert answer.headers["location"] == "/"
        assert told(browser, ada.id) == []
        assert told(browser, grace.id) == ["over", "challenge"]
        run(asked.act, Sit(grace.id, "Grace"))
        assert told(browser, grace.id) == ["over"]


def test_choices_are_kept_and_one_click_stops_all_mail(tmp_path: Path) -> None:
    with visited(tmp_path) as browser:
        found = portal(browser)
        send(browser, "/register", name="Ada", password=PASSWORD)
        ada = found.accounts.find("Ada")
        assert ada is not None
        chosen = {"turn-email": "on", "low-browser": "on", "pause": "60", "zone": "Europe/Berlin"}
        settings = "/settings/notices"
        status, text = send(browser, settings, **chosen, **{"from": "22:00", "to": ""})
        assert status == 400
        assert "Quiet hours have a beginning and an end" in text
        status, _ = send(browser, settings, **chosen, **{"from": "22:00", "to": "07:30"})
        assert status == 303
        stored = found.choices.of(ada.id)
        assert (stored.quiet_from, stored.quiet_to, stored.pause) == (1320, 450, 60)
        assert stored.wants("turn", EMAIL)
        assert not stored.wants("turn", BROWSER)
        # A mail program sends this without a page, a cookie or a form's token.
        browser.cookies.clear()
        proof = found.identity.prove(stop_fact(ada.id))
        body = {"List-Unsubscribe": "One-Click"}
        wrong = browser.post(f"/notices/stop?account={ada.id}&proof=0{proof[1:]}x", data=body)
        assert wrong.status_code == 403
        assert found.choices.of(ada.id).wants("turn", EMAIL)
        link = f"/notices/stop?account={ada.id}&proof={proof}"
        assert browser.get(link).status_code == 200
        assert found.choices.of(ada.id).wants("turn", EMAIL)
        assert browser.post(link, data=body).status_code == 200
        assert not found.choices.of(ada.id).wants("turn", EMAIL)
