"""Tests run in several processes as they do in one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.workers import by_file

pytestmark = pytest.mark.compiled_only

ROOT = Path(__file__).parents[1]
# Other plugins take longer to load than these sessions.
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
CONFTEST = """
import os, pytest
from tests.workers import Hooks, Workers
def pytest_addhooks(pluginmanager): pluginmanager.add_hookspecs(Hooks)
def pytest_configure(config): config.pluginmanager.register(Workers(2), "workers")
@pytest.fixture(scope="module")
def module():
    yield
    with open("ended", "a") as file: print(os.getpid(), file=file)
"""


def command(folder: Path, *tests: str) -> list[str]:
    """Write files of tests, and return what runs them with two workers."""
    (folder / "conftest.py").write_text(CONFTEST)
    for number, text in enumerate(tests):
        (folder / f"test_{number}.py").write_text(f"import os, pytest, signal, time\n{text}")
    return [sys.executable, "-m", "pytest", "-q", "-rA", "-p", "no:cacheprovider", "-c", os.devnull]


def run(folder: Path, *tests: str) -> str:
    """Run tests with two workers; return what pytest printed."""
    done = subprocess.run(
        [*command(folder, *tests), f"--rootdir={folder}", str(folder)],
        cwd=folder,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.stdout + done.stderr


def wait_for_the_end_of(group: int) -> None:
    """Return when no process of a group is left; fail if that takes 10 seconds."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.02)
    pytest.fail(f"processes of the group {group} are left")


def test_every_test_runs_once_and_failures_show_what_was_printed(tmp_path: Path) -> None:
    printed = run(
        tmp_path,
        "@pytest.mark.parametrize('n', range(9))\ndef test(n, module):\n    print('n is', n)\n"
        "    assert n != 4",
        "def test(): pytest.skip('not today')",
        "@pytest.fixture\ndef broken(): raise ValueError('oh')\ndef test(broken): pass",
    )
    assert "8 passed, 1 skipped, 1 error in" in printed.replace("1 failed, ", "")
    assert "1 failed" in printed
    assert "n is 4" in printed.partition("short test summary")[0]
    assert "not today" in printed
    assert "ValueError: oh" in printed


def test_files_are_shared_and_the_rest_of_a_file_is_taken_over(tmp_path: Path) -> None:
    place = tmp_path / "places"
    slow = f"""
@pytest.mark.parametrize("n", range(12))
def test(n, module):
    time.sleep(0.05)
    with open({str(place)!r}, "a") as file: print(os.getpid(), file=file)
"""
    assert "12 passed" in run(tmp_path, slow)
    assert len(set(place.read_text().split())) == 2
    # Each has taken down what its tests share.
    assert set((tmp_path / "ended").read_text().split()) == set(place.read_text().split())


def test_a_worker_that_dies_fails_its_test_alone(tmp_path: Path) -> None:
    printed = run(
        tmp_path,
        "@pytest.mark.parametrize('n', range(8))\ndef test(n):\n"
        "    if n == 3: os.kill(os.getpid(), signal.SIGKILL)",
    )
    assert "1 failed, 7 passed" in printed
    assert "the process that ran test_0.py::test[3] ended with -9" in printed


def test_an_interrupted_run_says_so_and_leaves_no_worker(tmp_path: Path) -> None:
    words = command(tmp_path, "def test(module):\n    os.mkdir('begun')\n    time.sleep(60)")
    (tmp_path / "test_1.py").write_text("def test(): pass")
    with subprocess.Popen(
        [*words, f"--rootdir={tmp_path}", str(tmp_path)],
        cwd=tmp_path,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        while not (tmp_path / "begun").exists():
            assert process.poll() is None
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)
        printed, _ = process.communicate(timeout=30)
        wait_for_the_end_of(process.pid)
    assert "KeyboardInterrupt" in printed
    assert (tmp_path / "ended").exists()


def test_the_browsers_tests_stay_together_and_come_first(request: pytest.FixtureRequest) -> None:
    items = [
        item
        for item in request.session.items
        if {"browser", "arena", "core"} & set(item.path.parts) and "tests" in item.path.parts
    ]
    folders = [{items[n].path.parent.name for n in numbers} for numbers in by_file(items)]
    assert all(len(names) == 1 for names in folders)
    assert [names for names in folders if "browser" in names] in ([], folders[:1])
