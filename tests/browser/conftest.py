"""One portal and one browser for the folder's tests; a context for each visitor."""

from __future__ import annotations

import fcntl
import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.browser.contexts import PATIENCE, Contexts
from tests.browser.portal import Portal
from tests.browser.table import Table
from tests.browser.town import NAMES, PASSWORD, fill
from tests.tools import NO_CHROMIUM

# The shell is the same browser without a window to draw, and takes two thirds of the time.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
# Parts of the browser's own window that would be a page each, beside what Playwright turns off:
# the last list counts alone.
TURNED_OFF = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "AimEnabled"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints"),
    *("NetworkTimeServiceQuerying", "PreconnectToSearch"),
)
# A page of a portal needs no process of its own while another page of it is open.
ARGUMENTS = ["--no-sandbox", "--process-per-site", f"--disable-features={','.join(TURNED_OFF)}"]
EXAMPLES = Path(__file__).parents[2] / "examples" / "games"
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE_SIZE = ViewportSize(width=360, height=740)
PHONE: dict[str, Any] = {
    "viewport": PHONE_SIZE,
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
Visit = Callable[..., Table]


# Not of the session: while Playwright runs, no other test of the process could use asyncio.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip(NO_CHROMIUM)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture(scope="package")
def portal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Portal]:
    """Start a portal with a sixth game."""
    if CHROMIUM is None:
        pytest.skip(NO_CHROMIUM)
    folder = tmp_path_factory.mktemp("portal")
    shutil.copytree(EXAMPLES / "tictactoe", folder / "games" / "tictactoe")
    started = Portal(folder / "home", folder / "games")
    started.start()
    yield started
    started.stop()


@pytest.fixture(scope="package")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Portal, dict[str, str]]]:
    """Start a portal in which people have played, and return the addresses of its pages too."""
    if CHROMIUM is None:
        pytest.skip(NO_CHROMIUM)
    folder = tmp_path_factory.mktemp("town") / "home"
    pages = filled(Path(tempfile.gettempdir()) / "town", folder)
    started = Portal(folder)
    started.start()
    yield started, pages
    started.stop()


def filled(once: Path, folder: Path) -> dict[str, str]:
    """Copy what was filled once for all processes that run tests; the first fills it."""
    with open(f"{once}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        known = once / "pages.json"
        if not known.exists():
            known.write_text(json.dumps(fill(once)))
    shutil.copytree(once, folder)
    pages: dict[str, str] = json.loads(known.read_text())
    return pages


@pytest.fixture(scope="package")
def contexts(browser: Browser) -> Contexts:
    """Return the contexts that tests use one after the other."""
    expect.set_options(timeout=PATIENCE)
    return Contexts(browser)


@pytest.fixture
def visit(contexts: Contexts, portal: Portal) -> Iterator[Visit]:
    """Return a function that lets somebody come, with a context of their own."""

    def come(at: Portal = portal, **settings: Any) -> Table:
        wanted = {**DESKTOP, "reduced_motion": "reduce", **settings, "base_url": at.address}
        return Table(contexts.lend(wanted), at.address)

    yield come
    assert contexts.take_back() == []


@pytest.fixture(scope="package")
def signed_in(browser: Browser, town: tuple[Portal, dict[str, str]]) -> dict[str, Any]:
    """Return the settings of a visit by somebody who has signed in."""
    portal, _ = town
    context = browser.new_context(base_url=portal.address)
    page = context.new_page()
    page.goto("/login")
    page.fill("[name=name]", NAMES[0])
    page.fill("[name=password]", PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/")
    state = context.storage_state()
    context.close()
    return {"at": portal, "storage_state": state}


@pytest.fixture
def table(visit: Visit) -> Table:
    """Return the tab of somebody at a desk."""
    return visit()


@pytest.fixture
def page(table: Table) -> Page:
    """Return the page of somebody at a desk."""
    return table.page
