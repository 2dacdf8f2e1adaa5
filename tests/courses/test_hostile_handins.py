"""Hostile programs, handed in by the page and worked on: nobody else is read, written or reached.

The programs are the family that is also run as players and submissions. They are started by what
builds a hand-in, and again by the hand-in itself in each game and each case of its exam.
"""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from outwit.courses.playing import LONGEST_ERRORS
from outwit.courses.tasks import nothing
from outwit.courses.worker import Worker
from outwit.storage.bouts import Bout, BoutStore
from outwit.storage.database import DATABASE
from outwit.storage.handins import READY, HandIn
from outwit.storage.homework import FILE
from outwit.storage.jobs import SOON
from outwit.storage.marks import MarkStore
from tests.courses.test_marking import SHOWN
from tests.process.test_hostile_family import FAMILY, SECRET, World
from tests.server.conftest import _known, place_database, prepared
from tests.server.routes.test_homeworkpages import upload
from tests.server.routes.test_tournamentpages import become, client, inside
from tests.server.school import School
from tests.tools import needs_bubblewrap

__all__ = ["_known", "client", "place_database", "prepared"]
pytestmark = [pytest.mark.compiled_only, needs_bubblewrap()]
STUDENT = Path(__file__).parents[1] / "grading" / "students" / "push.py"
# Those who are soon done with what they try, and those who go on until they are ended.
SHORT = ("calls_out", "reads", "writes")
LONG = (
    "links",
    "mounts",
    "namespaces",
    "daemons",
    "escapes",
    "kills",
    "memory_of_others",
    "nests",
    "outlives",
    "semaphores",
)
# Runs the family; some of it removes its own folder.
SPIES = """\
mkdir "$HOME/$$" && cp -r family "$HOME/$$/own" && cd "$HOME/$$/own" || exit 0
for name in {names}; do timeout 0.4 python3 -I -S $name >&2; done
env >&2
echo spied >&2
"""
RUN = 'sh spies.sh\nexec python3 bot.py "$@"\n'
TOKEN = f"TOKEN-{os.getpid()}"
Files = dict[str, str]


@pytest.fixture
def school(client: TestClient) -> School:
    names = {name: become(client, name) for name in ("Ada", "Bea", "Cid")}
    students = [names["Bea"], names["Cid"]]
    more = {"exam": FILE, "paper": f"{SHOWN}# {SECRET}\n", "game": "push"}
    return School(inside(client), names["Ada"], students, **more)


@pytest.fixture
def world(tmp_path: Path, school: School, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """Make what might be harmed; the secret is the portal's database."""
    for name in ("OUTWIT_SECRET", "OUTWIT_TOKEN", DATABASE):
        monkeypatch.setenv(name, TOKEN)
    place = tmp_path / "world"
    place.mkdir()
    made = World(place, "reads")
    targets = json.loads((made.bot / "targets.json").read_text())
    targets["secret"] = str(tmp_path / "portal.db")
    assert SECRET.encode() in b"".join(path.read_bytes() for path in tmp_path.glob("portal.db*"))
    (made.bot / "targets.json").write_text(json.dumps(targets))
    made.before = made.state()
    try:
        yield made
        assert made.state() == made.before
    finally:
        made.close()


def spies(world: World, names: tuple[str, ...]) -> Files:
    """Return some of the family with what it looks for, and the script that runs it."""
    files = {f"family/{name}": (FAMILY / name).read_text() for name in names}
    targets = (world.bot / "targets.json").read_text()
    return {
        **files,
        "family/targets.json": targets,
        "spies.sh": SPIES.format(names=" ".join(names)),
    }


def hand_in(client: TestClient, school: School, name: str, files: Files) -> HandIn:
    become(client, name)
    sent = [(f"bot/{path}", text.encode()) for path, text in files.items()]
    status, found = upload(client, school, *sent)
    assert status == 201, found
    return school.portal.handins.get(found["id"])


def work(school: School) -> None:
    """Do what a student waits for."""
    worker = Worker(school.portal.database)
    queue = school.portal.queue
    while any(job.priority < SOON for job in queue.unfinished()):
        assert worker.work_one()
    assert queue.failed(school.homework) == ()


def bouts_of(school: School, handin: HandIn) -> list[Bout]:
    store = BoutStore(school.portal.database)
    return [store.get(each.id) for each in store.of_handin(handin.id, None)]


def told(school: School, handin: HandIn) -> list[str]:
    """Return all that anybody could read of what a hand-in did: build, games, mark."""
    found = school.portal.handins.get(handin.id)
    bouts = bouts_of(school, handin)
    mark = MarkStore(school.portal.database).of_kind(handin.id, whole=False)
    return [found.log, *(f"{each.errors} {each.record}" for each in bouts), repr(mark)]


def assert_nothing_was_found(said: list[str]) -> None:
    for each in said:
        assert "READ" not in each, each
        assert SECRET not in each, each
        assert TOKEN not in each, each


def test_a_program_reads_writes_and_reaches_nothing_but_its_own(
    client: TestClient, school: School, world: World
) -> None:
    files = {**spies(world, SHORT), "run": RUN, "bot.py": STUDENT.read_text()}
    other = hand_in(client, school, "Cid", {"main.py": f"# {SECRET}\n"})
    handin = hand_in(client, school, "Bea", files)
    contents = school.portal.contents.get(other.content)
    work(school)
    assert school.portal.handins.get(handin.id).state == READY
    said = told(school, handin)
    assert_nothing_was_found(said)
    # It was there, in each game.
    assert len(said) == 4
    assert all("spied" in each for each in said[1:3])
    assert school.portal.contents.get(other.content) == contents


@pytest.mark.parametrize("by", ["build", "Makefile"])
def test_what_builds_a_program_reads_writes_and_reaches_nothing_either(
    client: TestClient, school: School, world: World, by: str
) -> None:
    script = {"build": "sh spies.sh\n", "Makefile": "all:\n\tsh spies.sh\n"}[by]
    names = SHORT + (LONG if by == "build" else ())
    files = {**spies(world, names), by: script, "run": "exit 3\n"}
    handin = hand_in(client, school, "Bea", files)
    work(school)
    said = told(school, handin)
    assert_nothing_was_found(said)
    assert "spied" in said[0]
    assert not world.survivors()


FLOODS = {
    "endless output": "yes READ",
    "endless errors": "yes READ >&2",
    "a full disk": "for i in 1 2 3 4 5 6 7 8; do head -c 200M /dev/zero > $i || exit 1; done",
    "too many processes": "for i in $(seq 2000); do sleep 600 & done",
}


@pytest.mark.parametrize("what", FLOODS)
def test_a_build_without_measure_is_ended_and_the_next_hand_in_is_built(
    client: TestClient, school: School, what: str
) -> None:
    files = {"build": f"{FLOODS[what]}\n", "main.py": STUDENT.read_text()}
    flood = hand_in(client, school, "Bea", files)
    worker, queue = Worker(school.portal.database), school.portal.queue
    assert worker.work_one()
    while job := queue.claim("test"):
        queue.finish(job, nothing)
    usual = hand_in(client, school, "Cid", {"main.py": STUDENT.read_text()})
    assert worker.work_one()
    found = school.portal.handins.get(flood.id)
    assert found.log.startswith("$ ")
    assert "what it made" in found.failure or "the build failed" in found.log
    assert len(found.log) < 20_000
    assert school.portal.handins.get(usual.id).state == READY


def test_megabytes_of_standard_error_in_a_game_are_cut(client: TestClient, school: School) -> None:
    noise = "import sys\nfor _ in range(9): sys.stderr.write('x' * (1 << 20))\n"
    files = {"run": f"python3 noise.py\n{RUN.splitlines()[1]}\n", "noise.py": noise}
    handin = hand_in(client, school, "Bea", {**files, "bot.py": STUDENT.read_text()})
    work(school)
    bouts = bouts_of(school, handin)
    assert bouts
    assert all(len(errors) <= LONGEST_ERRORS for each in bouts for errors in each.errors)
    assert all(len(repr(each)) < 50_000 for each in bouts)


@pytest.mark.parametrize(
    ("name", "is_link"),
    [("../evil.py", False), ("/evil.py", False), ("a/../../evil.py", False), ("evil.py", True)],
)
def test_an_archive_that_escapes_is_refused(
    client: TestClient, school: School, tmp_path: Path, name: str, is_link: bool
) -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("main.py", "a = 1\n")
        entry = zipfile.ZipInfo(name)
        entry.external_attr = (0o120777 if is_link else 0o100644) << 16
        archive.writestr(entry, str(tmp_path / "portal.db"))
    become(client, "Bea")
    status, answer = upload(client, school, ("bot.zip", target.getvalue()))
    assert status == 400, answer
    assert school.portal.handins.of_homework(school.homework) == ()
    assert not (tmp_path / "evil.py").exists()


def test_marks_are_a_markers_own_and_not_a_programs(client: TestClient, school: School) -> None:
    """A results.json in a hand-in, or written by it, is no mark."""
    report = json.dumps({"score": 42, "output": TOKEN, "tests": []})
    run = f"echo '{report}' > results.json; echo '{report}' >&2; exit 0\n"
    handin = hand_in(client, school, "Bea", {"run": run, "results.json": report})
    work(school)
    mark = MarkStore(school.portal.database).of_kind(handin.id, whole=False)
    assert mark is not None
    assert mark.score == 0
