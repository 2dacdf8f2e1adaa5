"""A teacher comes from a learning platform: out of its frame, to an assignment, to the marks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from outwit.storage.database import Database
from outwit.storage.platforms import PlatformStore
from tests.browser.conftest import Visit
from tests.browser.portal import Portal
from tests.browser.town import NAMES, PASSWORD
from tests.lti.platform import LearningPlatform, running

pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def learn(town: tuple[Portal, dict[str, str]]) -> Iterator[LearningPlatform]:
    """Return a platform that the portal of the town knows."""
    portal, _ = town
    with running() as platform:
        database = Database(f"sqlite:///{Path(portal.environment['OUTWIT_HOME']) / 'portal.db'}")
        PlatformStore(database).add(platform.registration())
        database.close()
        with urlopen(f"{portal.address}/lti/jwks") as answer:
            platform.tool_keys = json.load(answer)
        yield platform


def test_a_teacher_goes_from_the_platforms_page_to_the_marks(
    visit: Visit, town: tuple[Portal, dict[str, str]], learn: LearningPlatform
) -> None:
    portal, _ = town
    page = visit(portal).page
    words = {"tool": f"{portal.address}/lti/login", "subject": "t1", "link": "from a frame"}
    page.goto(f"{learn.url}/course?{urlencode(words)}")
    inner = page.frame_locator("iframe")
    expect(inner.locator("h1")).to_have_text("Open in a new tab")
    with page.context.expect_page() as opened:
        inner.get_by_role("link", name="Open Outwit").click()
    tab = opened.value
    expect(tab.locator("h1")).to_have_text("Choose an assignment")
    tab.get_by_label("Name").fill(NAMES[0])
    tab.get_by_label("Password").fill(PASSWORD)
    tab.get_by_role("button", name="Use this account").click()
    tab.locator("[name=homework]").first.check()
    tab.get_by_role("button", name="Use this assignment").click()
    platforms = tab.locator("section", has=tab.get_by_role("heading", name="Learning platforms"))
    expect(platforms).to_contain_text("Learn · A bot for Ataxx")
    expect(platforms).to_contain_text("students", ignore_case=True)
