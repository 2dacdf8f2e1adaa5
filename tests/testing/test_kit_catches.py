"""The kit accepts sound games and notices what each of these games gets wrong."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Self

import pytest

import outwit.games
from outwit.core.option import Choice, Number
from outwit.core.outcome import Outcome
from outwit.core.side import SECOND
from outwit.errors import GameFault
from outwit.testing import check_game, check_perft, perft_cases
from tests.testing.broken import BROKEN
from tests.testing.pile import TAKEN, Pile, game_of

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"


@pytest.mark.parametrize(
    ("position_class", "message"), [pytest.param(*case, id=case[0].__name__) for case in BROKEN]
)
def test_the_kit_notices(position_class: type[Pile], message: str) -> None:
    with pytest.raises(GameFault, match=re.escape(message)) as caught:
        check_game(game_of(position_class))
    assert "pile, start options {}, seed 0, playout" in str(caught.value)


def test_the_kit_notices_a_rule_that_a_position_forgets() -> None:
    rule = Choice("last", "who wins", "wins", rule=True, choices=("wins", "loses"))

    class Unruly(Pile):
        @classmethod
        def begin(cls, last: str = "wins") -> Self:
            return super().begin()

    game = game_of(Unruly).replace(options=(rule,))
    with pytest.raises(
        GameFault, match=re.escape("options must hold the rules ['last'], but hold []")
    ):
        check_game(game)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": "a pile"}, "must do as the name of a folder"),
        ({"title": "Two\nlines"}, "the title must be one line"),
        ({"sides": ("Ann", "Ann")}, "two sides with different names"),
        ({"options": (Number("left", "how many", "12"),)}, "does not accept its own default"),
        ({"options": (Number("n", "", 1), Number("n", "", 1))}, "an option is there twice"),
    ],
)
def test_the_kit_notices_wrong_facts(change: dict[str, object], message: str) -> None:
    with pytest.raises(GameFault, match=message):
        check_game(game_of(Pile).replace(**change))


def test_the_kit_accepts_a_sound_game() -> None:
    check_game(game_of(Pile))


def test_the_kit_accepts_the_example_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outwit.games, "__path__", [*outwit.games.__path__, str(EXAMPLES)])
    for folder in EXAMPLES.iterdir():
        if (folder / "__init__.py").is_file():
            game = outwit.game(folder.name)
            check_game(game)
            for case in perft_cases(game):
                check_perft(case, most=20_000)


def test_the_winner_is_told_by_the_side_that_took_the_last_one() -> None:
    position = game_of(Pile).position("3 b")
    position.play("take3")
    assert position.outcome == Outcome(SECOND, TAKEN)
