"""Run the suite twice: as built, and with ``--interpreted`` straight from the ``.py`` sources."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import settings

from tests.interpreted import PACKAGE, SOURCE, InterpretedFinder
from tests.leftovers import Leftovers, left_by_programs
from tests.nursery import close_nursery, fork_workers, nursery
from tests.tools import CURE
from tests.workers import Hooks, Workers, temporary

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

LEFTOVERS = pytest.StashKey[Leftovers]()
# Modules without a header whose tests run those that have one.
DRIVES = ("engine", "perft", "playouts", "score", "solver", "symmetry")
# Folders of tests that run strangers' programs.
OF_PROGRAMS = ("process", "players", "arena", "grading")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer the second way to run."""
    parser.addoption("--interpreted", action="store_true", help="ignore the compiled modules")
    parser.addoption("--workers", type=int, default=0, metavar="N", help="run N tests at a time")
    parser.addoption("--rewrite-golden", action="store_true", help="write golden screens anew")


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    """Let workers be known to the reaper."""
    pluginmanager.add_hookspecs(Hooks)


def pytest_configure(config: pytest.Config) -> None:
    """Choose the way to run before anything of the package is imported."""
    interpreted: bool = config.getoption("--interpreted")
    if interpreted:
        loaded = [name for name in sys.modules if name.partition(".")[0] == PACKAGE]
        if loaded:
            raise pytest.UsageError(f"--interpreted comes too late: {loaded} are loaded")
        sys.meta_path.insert(0, InterpretedFinder)
    # Started in the background, we may ignore it, and so would the programs that tests interrupt.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.stash[LEFTOVERS] = Leftovers()
    config.pluginmanager.register(Reaper(config.stash[LEFTOVERS]), "reaper")
    config.pluginmanager.register(Doctests(), "doctests")
    if number := config.getoption("--workers"):
        config.pluginmanager.register(Workers(number), "workers")
    # Doctests are collected from ``.py`` files, whose modules are extensions in compiled mode.
    os.environ["PY_IGNORE_IMPORTMISMATCH"] = "1"
    config.addinivalue_line("markers", "compiled_only: too slow, or without sense, interpreted")
    times = int(os.environ.get("OUTWIT_TEST_TIMES", "1"))
    settings.register_profile(
        "outwit",
        deadline=None,
        derandomize=True,
        database=None,
        max_examples=times * (10 if interpreted else 25 if times > 1 else 15),
    )
    settings.load_profile("outwit")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out, of the second way, tests of modules that are the same code either way."""
    if not config.getoption("--interpreted") or not collection_path.name.startswith("test_"):
        return None
    folder = SOURCE / PACKAGE / collection_path.parent.relative_to(Path(__file__).parent)
    module = folder / collection_path.name.removeprefix("test_")
    if module.stem in DRIVES or not module.exists() or module.with_suffix(".pxd").exists():
        return None
    return True


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage among the tests and modules, which stay, and more seldom elsewhere."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
        gc.set_threshold(20_000, 20, 20)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Let processes of ours begin quickly; where tests have several workers, from one nursery."""
    option = session.config.getoption
    if option("--interpreted"):
        return
    fork_workers()
    if option("--workers") and not option("collectonly"):
        session.config.stash[LEFTOVERS].started.add(nursery().pid)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Keep games and histories out of the home of whoever runs the tests."""
    make_home(item.config)


@cache
def make_home(config: pytest.Config) -> None:
    """Make the home of this process: no fixture, because each of those takes time in every test."""
    os.environ["OUTWIT_HOME"] = str(temporary(config).mktemp("home"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    """Fail a test of programs that leaves a process or a folder behind."""
    result = yield
    if item.path.parent.name in OF_PROGRAMS:
        assert left_by_programs() == []
    return result


class Doctests:
    """Looks for examples where there are some: pytest would import and search every module."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path
    ) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        """Leave out the examples of a module that has none."""
        found = yield
        if b">>>" in file_path.read_bytes():
            return found
        return [each for each in found if not isinstance(each, DoctestModule)]


class Reaper:
    """Reaps orphans in a process that runs no tests itself, and so waits for no process."""

    def __init__(self, leftovers: Leftovers) -> None:
        self.leftovers = leftovers

    def pytest_worker_started(self, pid: int) -> None:
        """Leave the processes that run tests to those who wait for them."""
        self.leftovers.started.add(pid)

    def pytest_runtest_logfinish(self) -> None:
        """Reap what a test has left to us."""
        if self.leftovers.started:
            self.leftovers.reap()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run that leaves processes or folders of ours behind."""
    close_nursery()
    if left := session.config.stash[LEFTOVERS].find():
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        reporter = session.config.pluginmanager.get_plugin("terminalreporter")
        assert reporter is not None
        reporter.ensure_newline()
        for line in left:
            reporter.write_line(f"LEFT BEHIND {line}", red=True)


def pytest_report_header(config: pytest.Config) -> str:
    """Say which of the two ways this is."""
    from tests.mode import COMPILED

    return f"{PACKAGE}.core.position: {'compiled' if COMPILED else 'interpreted'}"


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say so at the end where a quiet run shows no header."""
    if config.get_verbosity() < 0:
        terminalreporter.write_line(pytest_report_header(config))


def not_tested(reports: Sequence[pytest.TestReport]) -> list[str]:
    """Say what was skipped for want of a tool, a line for each, with the way to get it."""
    reasons = Counter(
        str(report.longrepr[2]).removeprefix("Skipped: ")
        for report in reports
        if isinstance(report.longrepr, tuple) and CURE in report.longrepr[2]
    )
    return [f"Not tested ({number} skipped): {why}" for why, number in reasons.most_common()]


def pytest_unconfigure(config: pytest.Config) -> None:
    """End a run with what was not tested: after the count of tests, where people look."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None:
        for line in not_tested(reporter.stats.get("skipped", [])):
            reporter.write_line(line)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only compiled modules can do."""
    if not config.getoption("--interpreted"):
        return
    for item in items:
        if item.get_closest_marker("compiled_only"):
            item.add_marker(pytest.mark.skip(reason="needs the compiled modules"))
