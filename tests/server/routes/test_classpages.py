"""Classes: who may do what, the nights, and a table that is the arena's."""

from __future__ import annotations

import asyncio
import csv
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from outwit.errors import NotAllowed, UsageError
from outwit.ratings.rating import rate
from outwit.ratings.scores import Scores
from outwit.records.endings import OUT_OF_TIME
from outwit.records.record import DRAWN, FIRST_WON, SECOND_WON
from outwit.server.jobs.classnights import GRACE, MOST_ALL
from outwit.server.news.hub import of_account
from outwit.server.portal import Portal
from outwit.server.values.ladder import ladder, shown_ladder
from outwit.storage.classes import NewClass
from outwit.storage.progress import ROUND_ROBIN, SWISS
from outwit.storage.tables import now
from tests.server.routes.test_tournamentpages import EVIL, become, client, inside, post
from tests.server.routes.test_tournamentpages import FORM as TOURNAMENT
from tests.server.tournament import neighbours_draw, opened, people, play_on

__all__ = ["client"]
pytestmark = pytest.mark.compiled_only
SHARE = {FIRST_WON: 1.0, DRAWN: 0.5, SECOND_WON: 0.0}
FORM = {"game": "ataxx", "name": "Spring", "clock": "10+0.1", "hour": "2"}


def new_class(portal: Portal, bots: int) -> tuple[str, list[int]]:
    """Make a class of a teacher, and so many who play."""
    teacher, *playing = people(portal, bots + 1)
    key = portal.classes.create(NewClass("Spring", teacher, "ataxx", "60+0", 2))
    for account in playing:
        portal.classes.join(portal.classes.get(key).code, account)
        portal.classes.enter(key, account)
    return key, playing


def code_of(client: TestClient, key: str) -> str:
    return inside(client).classes.get(key).code


@pytest.fixture
def key(client: TestClient) -> str:
    """Make a class that Ada teaches and Bea is in."""
    become(client, "Ada")
    status, text = post(client, "/classes/new", **FORM)
    assert status == 200
    assert "Give the join code to your students." in text
    (made,) = inside(client).classes.all()
    become(client, "Bea")
    assert post(client, "/classes/join", code=made.code.lower())[0] == 200
    return made.id


def test_a_class_is_there_for_teacher_and_members_only(client: TestClient, key: str) -> None:
    for name, status in (("Ada", 200), ("Bea", 200), ("Cid", 404), (None, 404)):
        become(client, name)
        for path in (f"/c/{key}", f"/c/{key}/live"):
            assert client.get(path).status_code == status
        with client.websocket_connect(
            f"/ws/c/{key}", headers={"origin": "http://testserver"}
        ) as socket:
            socket.send_json({"t": "ping"})
            assert socket.receive_json()["t"] == ("pong" if status == 200 else "error")
    for action in ("enter", "rest", "remove", "code", "run"):
        assert post(client, f"/c/{key}/{action}", account="1")[0] == 404


def test_the_code_is_for_the_teachers_eyes(client: TestClient, key: str) -> None:
    code = code_of(client, key)
    shown = f"{code[:4]}-{code[4:]}"
    assert shown not in client.get(f"/c/{key}").text
    become(client, "Ada")
    assert shown in client.get(f"/c/{key}").text


@pytest.mark.parametrize("action", ["code", "run"])
def test_only_the_teacher_changes_the_code_or_runs_the_ladder(
    client: TestClient, key: str, action: str
) -> None:
    code = code_of(client, key)
    status, text = post(client, f"/c/{key}/{action}")
    assert status == 403
    assert "Only the teacher" in text
    assert code_of(client, key) == code
    assert inside(client).tournaments.of_class(key) == ()


def test_only_the_teacher_has_the_table_as_csv(client: TestClient, key: str) -> None:
    assert client.get(f"/c/{key}/table.csv").status_code == 403
    become(client, "Ada")
    answer = client.get(f"/c/{key}/table.csv")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/csv")
    assert "attachment" in answer.headers["content-disposition"]


def test_members_remove_themselves_and_their_bots_and_the_teacher_anybody(
    client: TestClient, key: str
) -> None:
    classes = inside(client).classes
    bea = become(client, "Bea")
    bot = inside(client).accounts.make_bot(bea, "beabot").id
    assert "beabot" in post(client, f"/c/{key}/enter", bot="BeaBot")[1]
    cid = become(client, "Cid")
    classes.join(code_of(client, key), cid)
    for number in (bot, bea):
        assert post(client, f"/c/{key}/remove", account=str(number))[0] == 403
    assert post(client, f"/c/{key}/remove", account="9" * 9)[0] == 400
    become(client, "Bea")
    assert post(client, f"/c/{key}/remove", account=str(bot))[0] == 200
    assert {each.account for each in classes.members(key)} == {bea, cid}
    become(client, "Ada")
    assert post(client, f"/c/{key}/remove", account=str(cid))[0] == 200
    become(client, "Bea")
    assert post(client, f"/c/{key}/remove", account=str(bea))[0] == 200
    assert client.get(f"/c/{key}").status_code == 404


def test_only_a_bot_of_ones_own_is_entered(client: TestClient, key: str) -> None:
    cid = become(client, "Cid")
    inside(client).accounts.make_bot(cid, "cidbot")
    become(client, "Bea")
    for name in ("Cid", "cidbot", "nobody-there", "\x00", EVIL):
        status, text = post(client, f"/c/{key}/enter", bot=name)
        assert status == 400
        assert "no bot of that name" in text
    assert "Do not play myself" in post(client, f"/c/{key}/enter")[1]
    assert "Play myself" in post(client, f"/c/{key}/rest")[1]


def test_guessing_codes_is_limited(client: TestClient, key: str) -> None:
    become(client, "Cid")
    for _ in range(10):
        assert post(client, "/classes/join", code="AAAA-AAAA")[0] == 404
    status, text = post(client, "/classes/join", code=code_of(client, key))
    assert status == 429
    assert "try again in" in text


def test_who_has_no_account_joins_and_makes_no_class(client: TestClient) -> None:
    for path, form in (("/classes/join", {"code": "AAAAAAAA"}), ("/classes/new", FORM)):
        status, text = post(client, path, **form)
        assert status == 403
        assert "need an account" in text
    assert "Sign in or create one" in client.get("/classes").text


def test_html_in_the_name_of_a_class_stays_text(client: TestClient) -> None:
    become(client, "Ada")
    post(client, "/classes/new", **FORM | {"name": EVIL})
    (made,) = inside(client).classes.all()
    for path in ("/classes", f"/c/{made.id}"):
        assert EVIL not in client.get(path).text
        assert "&lt;script&gt;" in client.get(path).text


def test_a_night_is_held_at_its_hour_once_with_those_who_are_there(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as portal:
            _, playing = new_class(portal, 4)
            nights, store = portal.nights, portal.tournaments
            hour = datetime.now(UTC).replace(hour=2, minute=0, second=0, microsecond=0)
            hour += timedelta(days=2)
            with ExitStack() as there:
                for account in playing[:3]:
                    there.enter_context(portal.hub.subscribe(of_account(account)))
                assert nights.hold(hour - timedelta(seconds=1)) == []
                (night,) = nights.hold(hour + timedelta(minutes=5))
                assert nights.hold(hour + timedelta(minutes=6)) == []
                progress = store.load(night)
                assert progress.tournament.format == ROUND_ROBIN
                assert progress.tournament.starts == hour
                assert [each.account for each in progress.field] == playing[:3]
                assert len(progress.entrants) == 4
                store.end(night)
                assert nights.hold(hour + timedelta(minutes=7)) == []
                # The hour was missed altogether, and comes again the next day.
                assert nights.hold(hour + timedelta(days=1) + GRACE) == []
                assert len(nights.hold(hour + timedelta(days=2))) == 1
            assert nights.hold(hour + timedelta(days=3)) == []

    asyncio.run(run())


def test_a_large_class_plays_a_swiss(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as portal:
            key, playing = new_class(portal, MOST_ALL + 2)
            of_class = portal.classes.get(key)
            with pytest.raises(UsageError, match="online"):
                portal.nights.hold_now(of_class, now())
            with ExitStack() as there:
                for account in playing:
                    there.enter_context(portal.hub.subscribe(of_account(account)))
                night = portal.nights.hold_now(of_class, now())
                with pytest.raises(NotAllowed, match="under way"):
                    portal.nights.hold_now(of_class, now())
            tournament = portal.tournaments.get(night)
            assert (tournament.format, tournament.rounds) == (SWISS, 6)

    asyncio.run(run())


def test_the_ladder_is_what_the_arena_computes(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as portal:
            key, playing = new_class(portal, 3)
            of_class = portal.classes.get(key)
            scores = Scores(3)
            members = portal.classes.members(key)
            order = [each.account for each in members]
            for _ in range(2):
                with ExitStack() as there:
                    for account in playing:
                        there.enter_context(portal.hub.subscribe(of_account(account)))
                    night = portal.nights.hold_now(of_class, now())
                progress = await play_on(portal, night, neighbours_draw)
                for p in progress.pairings:
                    if p.second is not None:
                        scores.add(order.index(p.first), order.index(p.second), SHARE[p.result])
            assert scores.games == 12
            summary = ladder(of_class, members, portal.tournaments.of_class(key))
            assert list(summary.ratings) == list(rate(scores))
            lines = shown_ladder(summary)
            assert len(lines) == 3
            elos = [int(line["elo"].replace("−", "-")) for line in lines]
            assert elos == sorted(elos, reverse=True)
            assert {line["games"] for line in lines} == {8}
            assert {line["forfeits"] for line in lines} == {0}

    asyncio.run(run())


def test_games_lost_on_time_are_shown_and_walkovers_do_not_count(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as portal:
            key, playing = new_class(portal, 2)
            of_class, hub = portal.classes.get(key), portal.hub
            with hub.subscribe(of_account(playing[0])), hub.subscribe(of_account(playing[1])):
                night = portal.nights.hold_now(of_class, now())
            portal.tournaments.start(night)
            await portal.director.step(night)
            (pairing,) = portal.tournaments.load(night).pairings
            assert pairing.game_id is not None
            portal.games.finish(pairing.game_id, FIRST_WON, OUT_OF_TIME, "")
            portal.tournaments.settle(night)
            done = portal.tournaments.load(night)
            walkover = done.pairings[0].replace(game_id=None)
            found = ladder(of_class, portal.classes.members(key), [done])
            (forfeit,) = found.forfeits
            assert (forfeit.kind, forfeit.count, found.games) == (OUT_OF_TIME, 1, 1)
            assert sum(line["forfeits"] for line in shown_ladder(found)) == 1
            without = ladder(of_class, (), [done.replace(pairings=(walkover,))])
            assert without.games == 0

    asyncio.run(run())


def test_the_csv_has_a_line_for_every_player(client: TestClient, key: str) -> None:
    become(client, "Bea")
    post(client, f"/c/{key}/enter")
    become(client, "Ada")
    rows = list(csv.DictReader(client.get(f"/c/{key}/table.csv").text.splitlines()))
    assert [row["name"] for row in rows] == ["Bea"]
    assert {"elo", "elo_low", "elo_high", "forfeits"} <= rows[0].keys()


def test_a_class_outlives_the_account_of_its_teacher(client: TestClient, key: str) -> None:
    inside(client).accounts.close(become(client, "Ada"), "correct horse")
    become(client, "Bea")
    answer = client.get(f"/c/{key}")
    assert answer.status_code == 200
    assert "taught by closed account" in answer.text


def test_a_student_leaves_and_a_teacher_removes(client: TestClient, key: str) -> None:
    own = client.get(f"/c/{key}").text
    assert "Leave<span" in own
    assert "Remove<span" not in own
    become(client, "Ada")
    teachers = client.get(f"/c/{key}").text
    assert "Remove<span" in teachers
    assert "Leave<span" not in teachers


def test_every_open_page_of_a_class_hears_that_its_night_begins_and_of_no_other(
    client: TestClient, key: str
) -> None:
    portal = inside(client)
    for name in ("Bea", "Cid"):
        account = become(client, name)
        if name == "Cid":
            portal.classes.join(code_of(client, key), account)
        portal.classes.enter(key, account)
    become(client, "Ada")
    post(client, "/tournaments/new", **TOURNAMENT)
    (line,) = portal.tournaments.coming()
    origin = {"origin": "http://testserver"}
    with client.websocket_connect(f"/ws/c/{key}", headers=origin) as socket:
        post(client, f"/t/{line.tournament.id}/join")
        socket.send_json({"t": "ping"})
        assert socket.receive_json() == {"t": "pong"}
        with ExitStack() as there:
            for name in ("Bea", "Cid"):
                there.enter_context(portal.hub.subscribe(of_account(become(client, name))))
            become(client, "Ada")
            assert post(client, f"/c/{key}/run")[0] == 200
        assert socket.receive_json() == {"t": "changed"}


def test_the_open_page_of_a_class_ends_with_its_membership(client: TestClient, key: str) -> None:
    portal = inside(client)
    bea = become(client, "Bea")
    origin = {"origin": "http://testserver"}
    with client.websocket_connect(f"/ws/c/{key}", headers=origin) as socket:
        socket.send_json({"t": "ping"})
        assert socket.receive_json() == {"t": "pong"}
        become(client, "Ada")
        assert post(client, f"/c/{key}/remove", account=str(bea))[0] == 200
        socket.send_json({"t": "ping"})
        assert socket.receive_json()["t"] == "error"
    assert not portal.classes.may_see(key, bea)
