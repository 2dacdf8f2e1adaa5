"""The portal in pictures: every page by day, by night and on a phone.

``python -m docs.portal_pictures FOLDER`` takes them all into a folder, to be looked at; names of
pages after it, only these. Without a folder it takes those of the README anew. It needs Chromium.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from docs.pictures import FOLDER
from tests.browser.portal import Portal
from tests.browser.table import Table
from tests.browser.town import NAMES, PASSWORD, fill

# What a page is looked at with.
PHONE = {"device_scale_factor": 2, "is_mobile": True, "has_touch": True}
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"viewport": {"width": 1280, "height": 800}},
    "dark": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
    "tablet": {"viewport": {"width": 768, "height": 1024}},
    "wide": {"viewport": {"width": 1920, "height": 1080}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 360, "height": 740}, **PHONE},
    "side": {"viewport": {"width": 740, "height": 360}, **PHONE},
}
# A running clock would show another second in each run.
STOPPED = """for (const clock of document.querySelectorAll(".seat .clock")) {
    clock.textContent = "3:50";
    Object.defineProperty(clock, "textContent", { set() {} });
}"""
# For the README: name, page, look and size.
CHOSEN = {
    "portal-home": ("home", "light", (1000, 625)),
    "portal-game": ("game-santorini", "dark", (1000, 625)),
    "portal-phone": ("game-ataxx", "phone", (360, 740)),
}


@contextmanager
def visitor(browser: Browser, portal: Portal, look: str) -> Iterator[BrowserContext]:
    """Let Ada come and sign in."""
    context = browser.new_context(base_url=portal.address, reduced_motion="reduce", **LOOKS[look])
    page = context.new_page()
    page.goto("/login")
    page.fill("[name=name]", NAMES[0])
    page.fill("[name=password]", PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("/")
    page.close()
    yield context
    context.close()


def take(context: BrowserContext, address: str, *, whole: bool) -> bytes | None:
    """Return the picture of a page, None if there is none; if it is our turn, pick a piece up."""
    page = context.new_page()
    answer = page.goto(address)
    if answer is None or "html" not in answer.headers.get("content-type", ""):
        page.close()
        return None
    page.wait_for_load_state("networkidle")
    if "/g/" in address and answer.ok:
        table = Table(page, "")
        can = table.look()["can"]
        if can:
            table.press(can[len(can) // 3])
    page.evaluate(STOPPED)
    picture = page.screenshot(full_page=whole)
    page.close()
    return picture


def take_all(browser: Browser, portal: Portal, pages: dict[str, str], folder: Path) -> None:
    """Take every page with every look into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for look in LOOKS:
        with visitor(browser, portal, look) as context:
            for name, address in pages.items():
                whole = look in ("light", "dark", "tablet", "phone") and not name.startswith(
                    "game-"
                )
                picture = take(context, address, whole=whole or look == "phone")
                if picture is not None:
                    (folder / f"{name}-{look}.png").write_bytes(picture)


def take_chosen(browser: Browser, portal: Portal, pages: dict[str, str]) -> None:
    """Take the pictures of the README, in few colours to keep them small."""
    for name, (page, look, size) in CHOSEN.items():
        with visitor(browser, portal, look) as context:
            picture = take(context, pages[page], whole=False)
            assert picture is not None
            image = Image.open(BytesIO(picture)).convert("RGB")
            image.thumbnail(size, Image.Resampling.LANCZOS)
            image.save(FOLDER / f"{name}.webp", quality=88, method=6)


def main(folder: str | None, *names: str) -> None:
    """Start a portal and a browser, and take pictures."""
    with TemporaryDirectory() as home, sync_playwright() as playwright:
        pages = fill(Path(home))
        portal = Portal(Path(home))
        portal.start()
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"),
            args=["--no-sandbox"],
        )
        try:
            if folder is None:
                take_chosen(browser, portal, pages)
            else:
                wanted = {name: pages[name] for name in names} or pages
                take_all(browser, portal, wanted, Path(folder))
        finally:
            browser.close()
            portal.stop()


if __name__ == "__main__":
    main(*(sys.argv[1:] or (None,)))
