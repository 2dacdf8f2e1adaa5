"""The tutorials about classes do what they say, in a browser and a shell."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.portal import Portal
from tests.docs.pages import FOLDER, blocks_of
from tests.tools import needs_bubblewrap

pytestmark = [pytest.mark.compiled_only, needs_bubblewrap()]

STUDENT, TEACHER = (FOLDER / "teach" / name for name in ("hand-in.md", "set-an-assignment.md"))
MARKED = FOLDER / "teach" / "mark-a-class.md"
# What stands on the pages for the portal, its class and the assignment, and a token.
SITE, HOMEWORK, CLASS = (
    "https://games.example.org",
    "/c/ABCD2345/a/wxyz6789",
    "/c/ABCD2345",
)
TOKEN = "outwit_…"
HERE = "with a portal, by tests/browser/test_tutorials.py"
PATIENCE = 120


@pytest.fixture
def working(tmp_path: Path) -> Iterator[Portal]:
    """Start a portal with a worker."""
    found = Portal(tmp_path / "home")
    found.environment["OUTWIT_WORKERS"] = "1"
    found.start()
    yield found
    found.stop()


class Person:
    """Somebody at a browser and a shell; ``homework`` is the address of the assignment's page."""

    def __init__(self, name: str, page: Page, site: str, folder: Path) -> None:
        self.page = page
        self.site = site
        self.folder = folder
        self.homework = ""
        folder.mkdir()
        page.goto("/register")
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password").fill("four blue horses")
        page.get_by_role("button", name="Create the account").click()
        page.wait_for_url("**/")

    def make_token(self) -> str:
        """Make a token for oneself at /bots, and return it."""
        self.page.goto("/bots")
        self.page.get_by_text("A token for yourself").click()
        self.page.get_by_role("button", name="New token").last.click()
        return self.page.locator(".secret code").inner_text().strip()

    def run(self, block: str, token: str) -> str:
        """Run a block of commands of a page, and return what it prints."""
        text = block.replace(TOKEN, token).replace(SITE + HOMEWORK, self.homework)
        text = text.replace(SITE + CLASS, self.homework.partition("/a/")[0])
        places = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        done = subprocess.run(
            ["bash", "-e", "-c", text.replace(SITE, self.site)],
            cwd=self.folder,
            env={**os.environ, "PATH": places, "OUTWIT_TOKEN": token},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, ""), (block, done)
        return done.stdout


def commands(page: Path) -> list[str]:
    """Return the blocks of commands of a page that are run here."""
    return [block.text for block in blocks_of(page) if block.value == HERE]


def exam() -> str:
    (found,) = (block.text for block in blocks_of(MARKED) if block.value == "week1.toml")
    return found


def set_an_assignment(teacher: Person) -> str:
    """Make a class and its assignment; return the join code."""
    page = teacher.page
    page.goto("/classes")
    page.get_by_role("link", name="Teach a class").click()
    page.get_by_role("link", name="Push").click()
    page.get_by_label("Name").fill("Programming")
    page.get_by_role("button", name="Make the class").click()
    code = page.locator("b.code").inner_text()
    page.get_by_role("link", name="New assignment").click()
    page.get_by_label("Title").fill("Week 1")
    page.get_by_text("My file").click()
    page.locator("textarea[name=paper]").fill(exam())
    page.locator("[name=deadline]").fill("2031-01-31T20:00")
    page.get_by_label("Published").check()
    page.get_by_role("button", name="Make the assignment").click()
    expect(page.locator("h1")).to_have_text("Week 1")
    teacher.homework = page.url
    return code


def join(student: Person, code: str) -> None:
    """Join the class and open its assignment."""
    page = student.page
    page.goto("/classes")
    page.get_by_label("Join code").fill(code)
    page.get_by_role("button", name="Join").click()
    page.get_by_role("link", name="Week 1").click()
    expect(page.locator(".terms")).to_contain_text("Deadline")
    student.homework = page.url


def test_a_class_is_set_an_assignment_handed_in_to_and_marked(
    working: Portal, visit: Visit, tmp_path: Path
) -> None:
    teacher, student = (
        Person(name, visit(at=working).page, working.address, tmp_path / name)
        for name in ("Teacher", "Student")
    )
    join(student, set_an_assignment(teacher))
    for block in blocks_of(STUDENT):
        if block.marker == "file":
            (student.folder / block.value).parent.mkdir(parents=True)
            (student.folder / block.value).write_text(block.text)
    # In the browser first, then twice from a shell.
    page = student.page
    expect(page.get_by_role("button", name="Choose a folder")).to_be_visible()
    page.set_input_files("#folder-files", student.folder / "mybot")
    expect(page.locator("h1")).to_contain_text("Hand-in 1")
    expect(page.locator("#live")).to_contain_text("6 of 10")
    token = student.make_token()
    half, right = (student.run(block, token) for block in commands(STUDENT))
    assert "it does not play yet: " in half
    assert "\n6 of 10 points: " in half
    assert "\n10 of 10 points: " in right
    page.goto(student.homework)
    expect(page.locator(".handins .active")).to_contain_text("10 of 10")

    page = teacher.page
    page.goto(teacher.homework)
    page.get_by_role("link", name="Marks of the class").click()
    expect(page.locator("tbody")).to_contain_text("Student")
    token = teacher.make_token()
    shown, again, taken = commands(TEACHER)
    assert "  10     " in teacher.run(shown, token)
    page.goto(f"{teacher.homework}/marks")
    page.get_by_role("link", name="Edit").click()
    paper = page.locator("textarea[name=paper]")
    paper.fill(paper.input_value().replace("points = 6", "points = 8"))
    page.get_by_role("button", name="Save").click()
    expect(page.locator("h1")).to_have_text("Mark again")
    changed = teacher.run(again, token)
    assert "1 mark changed, 0 did not\nthe new marks count\n" in changed, changed
    teacher.run(taken, token)
    assert "12.0" in (teacher.folder / "marks.csv").read_text()
    assert {"marks.csv", "marks.xml", "marks.zip"} <= {
        path.name for path in teacher.folder.iterdir()
    }
