"""The tutorials about classes do what they say, on a portal with a worker."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from outwit.storage.accounts import AccountStore
from outwit.storage.database import Database
from outwit.storage.homework import FILE, HomeworkStore, NewHomework
from outwit.storage.tables import now
from outwit.storage.tokens import TokenStore
from tests.docs.pages import FOLDER, blocks_of
from tests.server.api.live import LivePortal
from tests.storage.homeworks import make_course

pytestmark = pytest.mark.compiled_only

STUDENT, TEACHER = (FOLDER / "teach" / name for name in ("hand-in.md", "set-an-assignment.md"))
MARKED = FOLDER / "teach" / "mark-a-class.md"
# What stands on the pages for the portal, its class and the assignment.
SITE, CLASS, ASSIGNMENT, TOKEN = "https://games.example.org", "ABCD2345", "wxyz6789", "outwit_…"
HERE = "with a portal, by tests/docs/test_course.py"
PATIENCE = 120


def commands(page: Path) -> list[str]:
    """Return the blocks of commands of a page that are run here."""
    return [block.text for block in blocks_of(page) if block.value == HERE]


def exam() -> str:
    (found,) = (block.text for block in blocks_of(MARKED) if block.value == "week1.toml")
    return found


def test_a_student_hands_in_and_the_teacher_takes_the_marks(tmp_path: Path) -> None:
    folder = tmp_path / "student"
    for block in blocks_of(STUDENT):
        if block.marker == "file":
            (folder / block.value).parent.mkdir(parents=True)
            (folder / block.value).write_text(block.text)
    portal = LivePortal(tmp_path, OUTWIT_WORKERS="1")
    try:
        with Database(portal.database) as database:
            course = make_course(
                AccountStore(database),
                game="push",
                exam=FILE,
                paper=exam(),
                deadline=now() + timedelta(days=1),
            )
            tokens, homework = TokenStore(database), HomeworkStore(database)

            def run(block: str, account: int, place: Path) -> str:
                text = block.replace(SITE, portal.url).replace(CLASS, course.class_id)
                text = text.replace(ASSIGNMENT, course.homework)
                secret = tokens.create(account, "test")
                places = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
                done = subprocess.run(
                    ["bash", "-e", "-c", text.replace(TOKEN, secret)],
                    cwd=place,
                    env={**os.environ, "PATH": places, "OUTWIT_TOKEN": secret},
                    capture_output=True,
                    text=True,
                    timeout=PATIENCE,
                    check=False,
                )
                assert (done.returncode, done.stderr) == (0, ""), (block, done)
                return done.stdout

            half, right = (run(block, course.students[0], folder) for block in commands(STUDENT))
            assert "it does not play yet: " in half
            assert "\n6 of 10 points: " in half
            assert "\n10 of 10 points: " in right
            shown, again, taken = commands(TEACHER)
            assert "  10     " in run(shown, course.teacher, tmp_path)
            old = homework.get(course.homework)
            fields = {name: getattr(old, name) for name in NewHomework.fields}
            paper = old.paper.replace("points = 6", "points = 8")
            homework.change(old.id, NewHomework(**fields).replace(paper=paper))
            changed = run(again, course.teacher, tmp_path)
            assert "1 mark changed, 0 did not\nthe new marks count\n" in changed
            run(taken, course.teacher, tmp_path)
            assert "12.0" in (tmp_path / "marks.csv").read_text()
            assert {"marks.csv", "marks.xml", "marks.zip"} <= {
                path.name for path in tmp_path.iterdir()
            }
    finally:
        portal.process.terminate()
        portal.process.wait(PATIENCE)
