"""An appearance is read as it was written; anything else is none."""

from __future__ import annotations

from itertools import product

import pytest
from sqlalchemy import String

from outwit.errors import UsageError
from outwit.server.values.appearance import (
    FIELDS,
    LONGEST,
    Appearance,
    chosen_appearance,
    read_appearance,
)
from outwit.storage.tables import Accounts


def test_every_choice_is_read_as_it_was_written_and_has_room_in_the_database() -> None:
    column = Accounts.__table__.c.appearance.type
    assert isinstance(column, String)
    for words in product(*FIELDS.values()):
        chosen = Appearance(*words)
        assert read_appearance(str(chosen)) == chosen
        assert len(str(chosen)) <= LONGEST == column.length


@pytest.mark.parametrize(
    "text", ["", "dark", "dark.paper.116", "red.paper.100", "dark.100", "dark.paper.100\n"]
)
def test_a_cookie_that_is_no_appearance_is_ignored(text: str) -> None:
    assert read_appearance(text) is None


def test_a_wrong_choice_is_named() -> None:
    with pytest.raises(UsageError, match=r"theme: 'mauve' is not one of system, light, dark"):
        chosen_appearance({"theme": "mauve", "board": "paper", "size": "100"})
