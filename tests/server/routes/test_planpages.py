"""The pages of planned answers and of vacations: for their players only, and shown to opponents."""

from __future__ import annotations

from pathlib import Path

from outwit.server.live.commands import Play
from outwit.storage.stored import NewGame, StoredSeat
from tests.server.routes.test_recoverypages import fields, send
from tests.server.visits import portal, visited

PASSWORD = "correct horse"


def test_answers_are_planned_and_removed_on_a_page(tmp_path: Path) -> None:
    with visited(tmp_path) as browser:
        found = portal(browser)
        run = browser.portal.call  # type: ignore[union-attr]
        send(browser, "/register", name="Ada", password=PASSWORD)
        ada = found.accounts.find("Ada")
        grace = found.accounts.register("Grace", PASSWORD)
        assert ada is not None
        seats = StoredSeat("Ada", ada.id), StoredSeat("Grace", grace.id)
        room = run(found.lobby.create, NewGame("ataxx", seats, time_control="86400/move"))
        first = str(room.live.position.legal_moves[0])
        path = f"/g/{room.key}/plan"
        assert "while your opponent is to move" in browser.get(path).text
        run(room.act, Play(0, 0, first))
        assert f'href="{path}"' in browser.get(f"/g/{room.key}").text
        theirs = str(room.live.position.legal_moves[0])
        mine = str(room.live.position.after(theirs).legal_moves[0])
        assert "If Grace plays" in browser.get(path).text
        assert "I answer" in browser.get(f"{path}?line={theirs}").text
        assert "nonsense" in browser.get(f"{path}?line=nonsense").text
        page = browser.get(f"{path}?line={theirs}&line={mine}").text
        assert "Plan this" in page
        csrf = fields(browser, path)["csrf"]
        form = {"csrf": csrf, "do": "keep", "ply": "1", "line": [theirs, mine]}
        assert browser.post(path, data={**form, "line": [theirs]}).status_code == 400
        assert browser.post(path, data=form).status_code == 303
        plan = found.services.plans.of(room.key, ada.id)
        assert plan is not None
        assert plan.lines == ((theirs, mine),)
        assert f"<b>{mine}</b>" in browser.get(path).text
        assert browser.post(path, data={**form, "do": "remove"}).status_code == 303
        assert found.services.plans.of(room.key, ada.id) is None
        # Others cannot look, nor plan.
        browser.cookies.clear()
        send(browser, "/register", name="Eve", password=PASSWORD)
        assert browser.get(path).status_code == 403
        # An opponent sees a vacation.
        status, page = send(browser, "/settings/vacation", days="31")
        assert status == 400
        assert "you have 30 left" in page
        found.vacations.begin(grace.id, 3)
        assert "Grace is on vacation until" in browser.get(f"/g/{room.key}").text
        status, page = send(browser, "/settings/vacation", days="2")
        assert status == 303
        assert "You are on vacation until" in page
        status, page = send(browser, "/settings/vacation", "/settings/vacation/end")
        assert "29 of 30 days are left" in page
