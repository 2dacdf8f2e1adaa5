"""Contexts of the browser, lent to a visitor and taken back empty: a new one takes a second."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

# Milliseconds; a machine may have much else to do.
PATIENCE = 60_000


class Watched:
    """A context whose pages may neither break nor ask for what the policy forbids."""

    def __init__(self, context: BrowserContext, kind: str, *, scripted: bool = True) -> None:
        self.context = context
        self.kind = kind
        self.scripted = scripted
        self.faults: list[str] = []
        context.on("weberror", lambda event: self.faults.append(str(event.error)))
        context.on("console", lambda event: self.hear(event.text))
        context.set_default_timeout(PATIENCE)
        # While a page of the portal is open, its process runs, and others need not start one.
        self.first = context.new_page()
        self.first.goto("/health")

    def hear(self, text: str) -> None:
        """Keep what the browser says of our policy."""
        if "Content Security Policy" in text or "Content-Security-Policy" in text:
            self.faults.append(text)

    def come(self, cookies: list[Any]) -> Page:
        """Open a page for a visitor who has these cookies."""
        if cookies:
            self.context.add_cookies(cookies)
        if not self.scripted:
            return self.context.new_page()
        # A page that another opens begins in its process; any other begins in one of its own.
        with self.context.expect_page() as opened:
            self.first.evaluate("void open('about:blank')")
        return opened.value

    def leave(self) -> list[str]:
        """Close the visitor's pages and forget the visitor; return what went wrong."""
        for page in self.context.pages:
            if page is not self.first:
                page.close()
        self.context.set_offline(False)
        self.context.clear_permissions()
        self.context.unroute_all()
        self.context.clear_cookies()
        self.first.evaluate("localStorage.clear()")
        found, self.faults = self.faults, []
        return found


class Contexts:
    """The contexts of a browser: those in use, and those to be used again."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.used: list[Watched] = []
        self.free: dict[str, list[Watched]] = {}

    def lend(self, settings: dict[str, Any]) -> Page:
        """Open a page in a context that nobody uses."""
        cookies = settings.pop("storage_state", {"cookies": []})["cookies"]
        kind = json.dumps(settings, sort_keys=True)
        known = self.free.get(kind)
        watched = known.pop() if known else self.make(settings, kind)
        self.used.append(watched)
        return watched.come(cookies)

    def make(self, settings: dict[str, Any], kind: str) -> Watched:
        """Return a context that is not lent yet."""
        scripted = bool(settings.get("java_script_enabled", True))
        return Watched(self.browser.new_context(**settings), kind, scripted=scripted)

    def take_back(self) -> list[str]:
        """Let all visitors leave; return what went wrong with their pages."""
        faults: list[str] = []
        while self.used:
            watched = self.used.pop()
            faults += watched.leave()
            self.free.setdefault(watched.kind, []).append(watched)
        return faults
