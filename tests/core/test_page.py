from __future__ import annotations

import pytest

from outwit.core.game import Game
from outwit.core.page import rules_page
from outwit.games import all_games
from outwit.games import game as find_game


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_the_page_of_a_game_is_its_readme(game: Game) -> None:
    page = rules_page(game)
    assert page.startswith("# ")
    assert "\n## Rules\n" in page


def test_a_game_without_a_readme_has_a_short_page() -> None:
    other = find_game("jesonmor").replace(name="other", title="Something else.")
    page = rules_page(other)
    assert page.startswith("# other\n\nSomething else.\n\nWhite moves first, then Black.\n")
    assert "\n- `K` knight of White\n" in page
    assert all(f"\n- `{option.name}` {option.summary}\n" in page for option in other.options)
