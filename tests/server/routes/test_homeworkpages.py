"""The pages of assignments: handing in, hand-ins, games, and what each visitor sees of them."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from outwit.records.reader import read_records
from outwit.server.base.provided import provided
from outwit.server.edge.limits import ClientLimits
from outwit.server.jobs.homeworkview import HomeworkView
from outwit.server.routes.homeworkpages import group_code
from outwit.storage.handins import HandIn
from outwit.storage.homework import NOTHING, POINTS, NewHomework
from outwit.storage.jobs import BUILD, MARK
from tests.server.routes.test_tournamentpages import EVIL, become, client, inside, post
from tests.server.school import School, shortly
from tests.server.visits import visited

__all__ = ["client"]
pytestmark = pytest.mark.compiled_only


@pytest.fixture
def school(client: TestClient) -> School:
    """Make a class of Ada with Bea and Cid, and one of Tom with Uma."""
    names = {name: become(client, name) for name in ("Ada", "Bea", "Cid", "Tom", "Uma")}
    School(inside(client), names["Tom"], [names["Uma"]])
    return School(
        inside(client),
        names["Ada"],
        [names["Bea"], names["Cid"]],
        deadline=shortly(2),
        group_size=2,
    )


def change(school: School, **fields: Any) -> None:
    """Change the assignment."""
    store = school.portal.homework
    old = store.get(school.homework)
    new = {name: getattr(old, name) for name in NewHomework.fields}
    store.change(school.homework, NewHomework(**{**new, **fields}))


def upload(
    client: TestClient, school: School, *files: tuple[str, bytes], script: bool = True
) -> tuple[int, Any]:
    """Send files by the form of the page; return the status, and what is answered to scripts."""
    token = client.get("/login").text.partition('name="csrf" value="')[2].partition('"')[0]
    answer = client.post(
        f"{school.path}/upload",
        data={"csrf": token},
        files=[("files", each) for each in files],
        headers={"accept": "application/json"} if script else {},
    )
    is_json = answer.headers["content-type"] == "application/json"
    return answer.status_code, answer.json() if is_json else answer.text


def zipped(**files: str) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, text in files.items():
            archive.writestr(name.replace("_dot_", "."), text)
    return target.getvalue()


def pages_of(school: School, handin: HandIn, bout: str) -> dict[str, tuple[str, ...]]:
    """Return the addresses that the class may see, and those of a hand-in."""
    inside_it = f"{school.path}/h/{handin.id}"
    game = f"{school.path}/g/{bout}"
    return {
        "class": (
            school.path,
            f"{school.path}/live",
            game,
            f"{game}/ply/1.svg",
            f"{game}/record.txt",
        ),
        "own": tuple(
            f"{inside_it}{more}"
            for more in ("", "/live", "/files", "/files?name=bot.py", "/files.zip")
        ),
    }


@pytest.mark.parametrize(
    ("name", "sees"),
    [
        ("Ada", ("class", "own")),
        ("Bea", ("class", "own")),
        ("Cid", ("class",)),
        ("Tom", ()),
        ("Uma", ()),
        (None, ()),
    ],
)
def test_each_visitor_sees_what_the_rules_of_sight_say(
    client: TestClient, school: School, name: str | None, sees: tuple[str, ...]
) -> None:
    handin = school.hand_in(become(client, "Bea"))
    pages = pages_of(school, handin, school.play(handin, None))
    become(client, name)
    for kind, paths in pages.items():
        for path in paths:
            assert client.get(path).status_code == (200 if kind in sees else 404), path
    if "own" not in sees:
        assert post(client, f"{school.path}/h/{handin.id}/activate")[0] == 404
    assert upload(client, school, ("bot.py", b"a"))[0] == (
        201 if name in ("Bea", "Cid") else 403 if name == "Ada" else 404
    )


def test_files_become_a_hand_in_that_waits_for_its_build(
    client: TestClient, school: School
) -> None:
    bea = become(client, "Bea")
    status, found = upload(client, school, ("mine/bot.py", b"print(1)"), ("mine/a/b.py", b"2"))
    assert (status, found["number"]) == (201, 1)
    (made,) = school.portal.handins.of_student(school.homework, bea)
    assert (made.active, made.player, made.state) == (True, "Bea #1", "waiting")
    page = client.get(found["path"]).text
    assert "Waits to be built" in page
    assert "when a worker of the portal runs" in page
    listed = client.get(f"{found['path']}/files").text
    assert ">a/b.py<" in listed
    assert ">bot.py<" in listed
    data = client.get(f"{found['path']}/files.zip").content
    assert zipfile.ZipFile(io.BytesIO(data)).read("bot.py") == b"print(1)"
    (deed, *_) = school.portal.audit.of_class(school.key)
    assert (deed.who, deed.action) == ("Bea", "handed in")


def test_the_plain_form_leads_to_the_hand_in_and_shows_errors(
    client: TestClient, school: School
) -> None:
    become(client, "Bea")
    data = zipped(bot_dot_py="print(1)")
    status, text = upload(client, school, ("bot.zip", data), script=False)
    assert status == 200
    assert "Hand-in 1" in text
    status, text = upload(client, school, ("bot.zip", b"no zip"), script=False)
    assert status == 400
    assert "is not a zip that can be read" in text
    status, text = upload(client, school, ("", b""), script=False)
    assert status == 400
    assert "Choose a file first" in text


@pytest.mark.parametrize("name", ["../bot.py", "/etc/bot.py", "a\\b.py", f"{EVIL}/../x"])
def test_names_that_lead_out_of_the_folder_are_refused(
    client: TestClient, school: School, name: str
) -> None:
    become(client, "Bea")
    status, found = upload(client, school, ("ok.py", b"1"), (name, b"2"))
    assert status == 400
    assert "name" in found["message"]


def test_names_of_files_are_text_and_never_html(client: TestClient, school: School) -> None:
    become(client, "Bea")
    name = "<img src=x onerror=alert(1)>.py"
    made = upload(client, school, (name, b"1"), ("b.py", b"<script>"))[1]
    assert upload(client, school, (name, b"1\n2"))[0] == 201
    for path in (f"{made['path']}/files", f"{made['path']}/files?name=b.py", school.path):
        page = client.get(path).text
        assert "<img src=x" not in page
        assert "<script>\n" not in page.partition("<h1>")[2]
    assert "&lt;script&gt;" in client.get(f"{made['path']}/files?name=b.py").text
    assert client.get(f"{made['path']}/files?name=../x").status_code == 404


def test_a_form_from_elsewhere_hands_nothing_in(client: TestClient, school: School) -> None:
    bea = become(client, "Bea")
    for token in ("", "0" * 48):
        answer = client.post(
            f"{school.path}/upload",
            data={"csrf": token},
            files=[("files", ("bot.py", b"1"))],
            headers={"accept": "application/json"},
        )
        assert answer.status_code == 400
        assert "form" in answer.json()["message"]
    assert school.portal.handins.of_student(school.homework, bea) == ()


def test_uploads_are_limited_in_size_and_number(tmp_path: Path) -> None:
    limits = ClientLimits(upload=200_000, uploads_burst=2, uploads=0.001)
    with visited(tmp_path, limits) as browser:
        bea = become(browser, "Bea")
        school = School(inside(browser), become(browser, "Ada"), [bea])
        become(browser, "Bea")
        status, text = upload(browser, school, ("bot.py", b"x" * 300_000), script=False)
        assert status == 400
        assert "have more than 0 MiB" in text
        # Larger than any other form may be.
        assert upload(browser, school, ("bot.py", b"x" * 150_000))[0] == 201
        assert upload(browser, school, ("bot.py", b"y"))[0] == 201
        status, found = upload(browser, school, ("bot.py", b"z"))
        assert (status, found["code"]) == (429, "too-many")
        # No other path takes as much, and nobody may send as much who is not signed in.
        token = {"csrf": "0" * 48}
        big = [("files", ("a", b"x" * 150_000))]
        assert browser.post(f"/c/{school.key}/enter", data=token, files=big).status_code == 413
        become(browser, None)
        assert browser.post(f"{school.path}/upload", data=token, files=big).status_code == 400


def test_nothing_is_handed_in_before_the_opening_or_after_the_deadline(
    client: TestClient, school: School
) -> None:
    become(client, "Bea")
    for fields in ({"opens": shortly(1), "deadline": shortly(2)}, {"deadline": shortly(-1)}):
        change(school, **{"opens": None, **fields})
        assert "Choose a folder" not in client.get(school.path).text
        status, found = upload(client, school, ("bot.py", b"1"))
        assert status == 400
        assert "does not take hand-ins now" in found["message"]
    change(school, deadline=shortly(-0.5), late_hours=24, late_percent=10)
    assert upload(client, school, ("bot.py", b"1"))[0] == 201
    assert "each day begun costs 10 % of the points" in client.get(school.path).text


def test_an_older_hand_in_is_made_active_until_the_deadline(
    client: TestClient, school: School
) -> None:
    bea = become(client, "Bea")
    first, second = school.hand_in(bea), school.hand_in(bea)
    assert client.get(school.path).text.count("Make active") == 1
    assert post(client, f"{school.path}/h/{first.id}/activate")[0] == 200
    handins = school.portal.handins
    assert [each.id for each in handins.active(school.homework)] == [first.id]
    change(school, deadline=shortly(-1))
    assert post(client, f"{school.path}/h/{second.id}/activate")[0] == 403
    assert "Make active" not in client.get(school.path).text


def test_a_failed_build_is_explained_first(client: TestClient, school: School) -> None:
    bea = become(client, "Bea")
    made = school.hand_in(bea, failure="gcc finds a mistake in line 3", log=f"bot.c:3: {EVIL}")
    page = client.get(f"{school.path}/h/{made.id}").text
    assert page.index("gcc finds a mistake") < page.index(">Mark<")
    assert "&lt;script&gt;alert" in page
    assert "Could not be built" in client.get(school.path).text


def test_a_mark_shows_what_failed_with_its_evidence(client: TestClient, school: School) -> None:
    made = school.hand_in(become(client, "Bea"))
    school.mark(made, ["a jump"])
    page = client.get(f"{school.path}/h/{made.id}").text
    assert "16.67" in page
    assert "moves: a jump" in page
    assert "found: &lt;b&gt;2&lt;/b&gt;" in page
    assert "a secret" not in page
    assert "1 failed" in page
    assert "4 passed" in page


def test_a_late_hand_in_loses_points(client: TestClient, school: School) -> None:
    change(school, deadline=shortly(-1.5), late_hours=72, late_percent=10)
    made = school.hand_in(become(client, "Bea"))
    school.mark(made)
    assert "late −20 %" in client.get(school.path).text
    assert ">16<" in client.get(school.path).text


@pytest.mark.parametrize(
    ("sight", "points", "cases"),
    [("cases", True, True), (POINTS, True, False), (NOTHING, False, False)],
)
def test_students_see_of_marks_what_the_teacher_has_chosen(
    client: TestClient, school: School, sight: str, points: bool, cases: bool
) -> None:
    made = school.hand_in(become(client, "Bea"))
    school.mark(made, ["a jump"])
    school.mark(made, ["a secret"], whole=True)
    change(school, before=sight)
    own = f"{school.path}/h/{made.id}"
    page = client.get(own).text
    assert ("16.67" in page) == points
    assert ("a jump" in page) == cases
    assert "a secret" not in page
    assert ("16.67" in client.get(school.path).text) == points
    assert ("16.67" in client.get(f"/c/{school.key}").text) == points
    change(school, before="cases", after=sight, deadline=shortly(-1))
    page = client.get(own).text
    assert ("a secret" in page) == cases
    assert ("of 30" in page) == points
    become(client, "Ada")
    assert "a secret" in client.get(own).text


def test_changes_since_the_hand_in_before_are_shown(client: TestClient, school: School) -> None:
    bea = become(client, "Bea")
    first = school.hand_in(bea, {"bot.py": "a = 1\nb = 2\n", "old.py": "x"})
    second = school.hand_in(bea, {"bot.py": "a = 1\nb = 3\n", "new.py": "y"})
    school.mark(first, ["a jump", "the start"])
    school.mark(second, ["a jump", "a pass"])
    path = f"{school.path}/h/{second.id}/changes"
    page = client.get(path).text
    assert "-b = 2" in page
    assert "+b = 3" in page
    for words in ("new.py", "old.py", "Newly passed", "Newly failed", "+5", "−3.33"):
        assert words in page
    better, worse = page.index("score: the start"), page.index("moves: a pass")
    assert page.index("Newly passed") < better < page.index("Newly failed") < worse
    assert client.get(f"{school.path}/h/{first.id}/changes").status_code == 404
    change(school, before=NOTHING)
    assert "Newly" not in client.get(path).text
    become(client, "Cid")
    assert client.get(path).status_code == 404


def test_the_ladder_shows_everybody_and_links_only_ones_own(
    client: TestClient, school: School
) -> None:
    bea, cid = become(client, "Bea"), become(client, "Cid")
    hers, his, rock = school.hand_in(bea), school.hand_in(cid), school.hand_in(None)
    for seed in range(4):
        school.play(hers, his, seed, result="1-0")
        school.play(rock, None, seed, result="0-1", fault_of=0)
    become(client, "Bea")
    page = client.get(school.path).text
    assert page.index(">Bea</a>") < page.index('class="named">Cid')
    assert f"/h/{hers.id}" in page
    assert f"/h/{his.id}" not in page
    assert f"/h/{rock.id}" not in page
    assert "level 1 is 0" in page
    assert page.count("4–0–0") == 2
    become(client, "Ada")
    assert f"/h/{his.id}" in client.get(school.path).text


def test_standard_error_is_the_owners_and_the_teachers(client: TestClient, school: School) -> None:
    bea, cid = become(client, "Bea"), become(client, "Cid")
    bout = school.play(school.hand_in(bea), school.hand_in(cid))
    seen = {}
    for name in ("Ada", "Bea", "Cid"):
        become(client, name)
        page = client.get(f"{school.path}/g/{bout}").text
        seen[name] = ["first’s secret" in page, "second’s secret" in page]
        assert "Bea #1" in page
        assert "3.5 s" in page
    assert seen == {"Ada": [True, True], "Bea": [True, False], "Cid": [False, True]}


def test_a_record_hides_what_another_program_printed(client: TestClient, school: School) -> None:
    bea, cid = become(client, "Bea"), become(client, "Cid")
    hers, his = school.hand_in(bea), school.hand_in(cid)
    plain = school.portal.bouts.get(school.play(hers, his)).record
    told = plain.replace("\n", '\n[StandardError "my secret"]\n[FaultOf "Red"]\n', 1)
    bout = school.play(hers, his, record=told, fault_of=0, termination="bot-crash", result="0-1")
    for name, sees in (("Ada", True), ("Bea", True), ("Cid", False)):
        become(client, name)
        text = client.get(f"{school.path}/g/{bout}/record.txt").text
        assert ("my secret" in text) == sees
        assert next(iter(read_records(text.splitlines()))).players == ("Bea #1", "Cid #1")


def test_a_game_is_stepped_through_without_javascript(client: TestClient, school: School) -> None:
    bout = school.play(school.hand_in(become(client, "Bea")), None)
    path = f"{school.path}/g/{bout}"
    start, last = client.get(f"{path}?ply=0").text, client.get(path).text
    assert 'ply=1"' in start
    assert start.partition("<svg")[2][:4000] != last.partition("<svg")[2][:4000]
    assert client.get(f"{path}?ply=99999").status_code == 200
    assert client.get(f"{path}/ply/3.svg").headers["content-type"] == "image/svg+xml"
    assert client.get(f"{school.path}/g/AAAAAAAA").status_code == 404


def test_classmates_join_a_group_by_its_code_and_see_its_hand_ins(
    client: TestClient, school: School
) -> None:
    identity = school.portal.identity
    bea, cid = become(client, "Bea"), become(client, "Cid")
    made, alone = school.hand_in(bea), school.hand_in(cid)
    assert post(client, f"{school.path}/group/join", code="0123456789")[0] == 400
    code = group_code(identity, school.homework, bea)
    assert code not in client.get(school.path).text
    assert post(client, f"{school.path}/group/join", code=f" {code.upper()} ")[0] == 200
    assert client.get(f"{school.path}/h/{made.id}").status_code == 200
    assert "You hand in with <b>Bea</b>" in client.get(school.path).text
    # What was handed in alone plays no longer.
    active = school.portal.handins.active(school.homework)
    assert [each.id for each in active] == [made.id] != [alone.id]
    assert upload(client, school, ("bot.py", b"2"))[1]["number"] == 2
    school.hand_in(bea)
    become(client, "Bea")
    page = client.get(school.path).text
    assert "Bea &amp; Cid" in page
    assert code in page
    become(client, "Cid")
    assert post(client, f"{school.path}/group/leave")[0] == 200
    assert client.get(f"{school.path}/h/{made.id}").status_code == 404


def test_groups_stay_as_they_are_after_the_deadline(client: TestClient, school: School) -> None:
    bea = become(client, "Bea")
    become(client, "Cid")
    change(school, deadline=shortly(-1))
    code = group_code(school.portal.identity, school.homework, bea)
    assert post(client, f"{school.path}/group/join", code=code)[0] == 400
    assert post(client, f"{school.path}/group/leave")[0] == 403
    assert school.portal.homework.partners(school.homework) == {}


def test_the_class_page_lists_assignments_with_ones_own_state(
    client: TestClient, school: School
) -> None:
    bea = become(client, "Bea")
    assert "nothing handed in yet" in client.get(f"/c/{school.key}").text
    made = school.hand_in(bea)
    school.mark(made)
    page = client.get(f"/c/{school.key}").text
    assert school.path in page
    assert "hand-in 1" in page
    assert ">20</b>" in page
    change(school, published=False)
    assert school.path not in client.get(f"/c/{school.key}").text
    become(client, "Ada")
    assert school.path in client.get(f"/c/{school.key}").text


def test_the_state_of_a_hand_in_follows_its_jobs(client: TestClient, school: School) -> None:
    made = school.hand_in(become(client, "Bea"), built=False)
    queue = school.portal.queue

    def state() -> str:
        # As if some seconds had passed.
        provided(client.app, HomeworkView).forget()  # type: ignore[arg-type]
        return client.get(f"{school.path}/h/{made.id}/live").text

    queue.note_worker("worker")
    page = state()
    assert "Waits to be built" in page
    assert "in about 5 seconds" in page
    job = queue.claim("worker")
    assert job is not None
    assert job.kind == BUILD
    assert "Is being built" in state()
    queue.finish(job, lambda _: None, "broken")
    assert "by a fault of ours" in state()
    queue.add(MARK, school.homework, {"handin": made.id}, "mark")
    assert "Waits to be marked" in state()
    assert 'data-every="3"' in state()


def test_members_play_an_active_hand_in_and_nobody_else_does(
    client: TestClient, school: School
) -> None:
    bea = become(client, "Bea")
    old, new = school.hand_in(bea), school.hand_in(bea)
    path = f"{school.path}/play"
    statuses = {}
    for name in ("Ada", "Bea", "Cid", "Tom", "Uma"):
        become(client, name)
        statuses[name] = [post(client, path, handin=each.id)[0] for each in (new, old)]
    assert statuses == {
        **{name: [200, 403] for name in ("Ada", "Bea", "Cid")},
        **{name: [404, 404] for name in ("Tom", "Uma")},
    }
    become(client, "Cid")
    (line,) = school.portal.history.running(become(client, "Cid"))
    seats = [(seat.name, seat.bot) for seat in line.setup.seats]
    assert seats == [("Cid", ""), ("Bea #2", f"handin:{new.id}")]
    assert (line.setup.rated, line.setup.visibility) == (False, "link")
