"""One learning platform for the folder's tests, and a portal's database that knows it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.courses.conftest import Course, course, plays, portal_file
from tests.lti.platform import LearningPlatform, running

__all__ = ["Course", "course", "plays", "portal_file"]


@pytest.fixture(scope="package")
def started() -> Iterator[LearningPlatform]:
    with running() as platform:
        yield platform


@pytest.fixture
def learn(started: LearningPlatform) -> LearningPlatform:
    """Return the platform as if nothing had happened."""
    started.reset()
    return started
