"""A class's day on a real portal, its teacher in Chromium: pictures of what is seen.

    python -m bench.classday --pictures FOLDER [--students N] [--workers N]

The teacher makes a class and an assignment with hidden cases. Students hand in programs in seven
languages: right, half right, wrong, hanging, forking, reading, flooding, crashing, not building.
The ladder runs, the deadline passes, hidden cases are marked, the exam is changed and marked
again, the marks are accepted and exported.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import urllib.request
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

from bench.courseprograms import CRASHES, EXAM, HALF, HALF_C, HANGS, RIGHT, RUN, WRONG_C
from outwit.process.archive import read_upload
from outwit.storage.accounts import AccountStore
from outwit.storage.classes import ClassStore
from outwit.storage.database import Database
from outwit.storage.jobs import NIGHTLY, SOON, JobQueue
from outwit.storage.tokens import TokenStore
from tests.browser.conftest import ARGUMENTS, CHROMIUM
from tests.browser.portal import Portal

LOOK, LONGEST = 0.5, 1_800.0
HALF_CPP = "#include <cstdio>\n" + HALF_C
HALF_JAVA = (
    "class Main { public static void main(String[] words) {"
    " System.exit(words.length != 3 ? 1 : 2); } }\n"
)
HALF_JS = "process.exit(process.argv.length !== 5 ? 1 : 2);\n"
HALF_RUST = "fn main() { std::process::exit(if std::env::args().count() != 4 { 1 } else { 2 }); }\n"
HALF_CSHARP = (
    "class Bot { static int Main(string[] words) { return words.Length != 3 ? 1 : 2; } }\n"
)
READS = "import os\nfor each in os.walk('/'):\n    print(each)\n"
FLOODS = "import sys\nwhile True:\n    sys.stdout.write('x' * 65536)\n"
FORKS = "import os\nwhile True:\n    os.fork()\n"
PROGRAMS: dict[str, dict[str, str]] = {
    "right": {"run": RUN, "bot.py": RIGHT},
    "half, Python": {"main.py": HALF},
    "half, C": {"main.c": HALF_C},
    "half, C++": {"main.cpp": HALF_CPP},
    "half, Java": {"Main.java": HALF_JAVA},
    "half, JavaScript": {"main.js": HALF_JS},
    "half, Rust": {"main.rs": HALF_RUST},
    "half, C#": {"main.cs": HALF_CSHARP},
    "right, again": {"main.py": RIGHT},
    "wrong, C": {"main.c": WRONG_C},
    "not built, C++": {"main.cpp": "int main() { return }\n"},
    "crashes": {"main.py": CRASHES},
    "reads": {"main.py": READS},
    "floods": {"main.py": FLOODS},
    "forks": {"main.py": FORKS},
    "hangs": {"main.py": HANGS},
}


class Day:
    """The portal, its database, the teacher's page, and the time since the begin."""

    def __init__(self, folder: Path, pictures: Path, browser: Browser, workers: int) -> None:
        self.pictures = pictures
        self.portal = Portal(folder)
        self.portal.environment["OUTWIT_WORKERS"] = str(workers)
        self.portal.start()
        self.database = Database(f"sqlite:///{folder}/portal.db")
        self.queue = JobQueue(self.database)
        size: Any = {"width": 1280, "height": 900}
        context = browser.new_context(base_url=self.portal.address, viewport=size)
        self.page: Page = context.new_page()
        self.begin = monotonic()
        self.homework = ""

    def say(self, text: str) -> None:
        """Print with the time."""
        print(f"{monotonic() - self.begin:6.0f} s  {text}", flush=True)

    def picture(self, name: str) -> None:
        """Keep a picture of the whole page."""
        self.page.screenshot(path=self.pictures / f"{name}.png", full_page=True)

    def wait(self, priority: int) -> None:
        """Wait until nothing more urgent is left to do."""
        end = monotonic() + LONGEST
        while any(job.priority < priority for job in self.queue.unfinished()):
            if monotonic() > end:
                raise SystemExit("the queue is not done")
            sleep(LOOK)

    def set_assignment(self) -> str:
        """Register a teacher, make a class and an assignment; return the join code."""
        page = self.page
        page.goto("/register")
        page.get_by_label("Name").fill("Teacher")
        page.get_by_label("Password").fill("four blue horses")
        page.get_by_role("button", name="Create the account").click()
        page.goto("/classes/new?game=push")
        page.get_by_label("Name").fill("Programming")
        page.get_by_role("button", name="Make the class").click()
        code = page.locator("b.code").inner_text()
        page.get_by_role("link", name="New assignment").click()
        page.get_by_label("Title").fill("Week 1")
        page.get_by_text("My file").click()
        page.locator("textarea[name=paper]").fill(exam())
        page.locator("[name=deadline]").fill("2031-01-31T20:00")
        page.get_by_label("Published").check()
        self.picture("1-assignment-form")
        page.get_by_role("button", name="Make the assignment").click()
        expect(page.locator("h1")).to_have_text("Week 1")
        self.homework = page.url
        return code

    def hand_in(self, token: str, files: dict[str, str]) -> None:
        """Hand a program in by the API."""
        data = read_upload([(name, text.encode()) for name, text in files.items()]).data
        key = self.homework.rpartition("/")[2]
        request = urllib.request.Request(
            f"{self.portal.address}/api/assignment/{key}/upload",
            data,
            {"Authorization": f"Bearer {token}"},
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            json.load(answer)

    def save(self, label: str) -> str:
        """Press a link that saves a file, and return its text."""
        with self.page.expect_download() as coming:
            self.page.get_by_role("link", name=label, exact=True).click()
        place = self.pictures / coming.value.suggested_filename
        coming.value.save_as(place)
        return place.read_bytes().decode("utf-8", "replace")

    def close(self) -> None:
        """End the portal."""
        self.database.close()
        self.portal.stop()


def exam() -> str:
    """Return the exam: a public part, and the same cases hidden."""
    head, part = EXAM.split("\n[[part]]\n")
    hidden = part.replace('name = "', 'hidden = true\nname = "hidden ', 1)
    return f"{head}\n[[part]]\n{part}\n[[part]]\n{hidden}"


def run(day: Day, students: int) -> None:
    """Live the day."""
    code = day.set_assignment()
    accounts, tokens = AccountStore(day.database), TokenStore(day.database)
    kinds = list(PROGRAMS)
    for student in range(students):
        account = accounts.guest().id
        ClassStore(day.database).join(code, account)
        day.hand_in(tokens.create(account, "day"), PROGRAMS[kinds[student % len(kinds)]])
    day.say(f"{students} handed in")
    page = day.page
    page.goto(f"{day.homework}/marks")
    day.picture("2-marks-at-once")
    day.wait(SOON)
    day.say("all built and marked")
    page.reload()
    day.picture("3-marks-public")
    day.wait(NIGHTLY)
    day.say("first games played")
    page.goto(day.homework)
    day.picture("4-ladder")
    page.goto(f"{day.homework}/marks")
    page.get_by_role("link", name="Edit").click()
    past = datetime.now(UTC) - timedelta(minutes=5)
    page.locator("[name=deadline]").fill(past.strftime("%Y-%m-%dT%H:%M"))
    page.get_by_role("button", name="Save").click()
    day.say("the deadline is past")
    # The schedule looks every half minute.
    end = monotonic() + 60
    while not day.queue.unfinished() and monotonic() < end:
        sleep(LOOK)
    day.wait(NIGHTLY)
    day.say("hidden cases marked")
    page.goto(f"{day.homework}/marks")
    day.picture("5-marks-whole")
    page.get_by_role("link", name="Edit").click()
    paper = page.locator("textarea[name=paper]")
    paper.fill(paper.input_value().replace("points = ", "points = 1", 1))
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Mark all again").click()
    day.wait(NIGHTLY)
    page.goto(f"{day.homework}/again")
    day.picture("6-changes")
    told = page.get_by_text("marks would change").inner_text()
    page.get_by_role("button", name="Accept the chosen marks").click()
    day.say(f"marked again: {told}")
    page.goto(f"{day.homework}/marks")
    day.picture("7-marks-accepted")
    rows = list(csv.reader(io.StringIO(day.save("CSV"))))
    day.save("Gradescope")
    day.save("JUnit")
    day.say(f"exported, {len(rows) - 1} lines of marks")
    page.get_by_role("link", name="Similarity").click()
    day.picture("8-similarity")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{day.homework}/marks")
    day.picture("9-marks-phone")
    for row in rows:
        print("  ".join(row))
    print(f"jobs given up: {len(day.queue.failed(day.homework.rpartition('/')[2]))}")


def main() -> None:
    """Run a day."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pictures", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--workers", type=int, default=1)
    words = parser.parse_args()
    words.pictures.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        day = Day(Path(folder), words.pictures, browser, words.workers)
        try:
            run(day, words.students)
        finally:
            day.close()
            browser.close()


if __name__ == "__main__":
    main()
