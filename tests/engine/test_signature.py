"""Node counts of fixed searches: changed only knowingly, with the reason in the commit."""

from __future__ import annotations

import pytest

import outwit
from outwit.engine.signature import sign
from outwit.players.engine import engine_for

pytestmark = pytest.mark.compiled_only

PINNED = {
    "advance": 62224,
    "ataxx": 2038,
    "jesonmor": 15580,
    "push": 3131,
    "santorini": 20897,
}


@pytest.mark.parametrize("name", PINNED)
def test_the_signature_is_as_pinned(name: str) -> None:
    game = outwit.game(name)
    assert sign(engine_for(game), game.start()).nodes == PINNED[name]
