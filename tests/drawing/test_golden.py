from __future__ import annotations

import pytest

from tests.drawing.golden import FOLDER, pictures

PICTURES = dict(pictures())


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_as_it_was_when_somebody_looked_at_it(name: str) -> None:
    kept = (FOLDER / name).read_text().rstrip("\n")
    assert PICTURES[name] == kept, "look at it: python -m tests.drawing.golden --png FOLDER"


def test_no_picture_is_left_over() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(PICTURES)
