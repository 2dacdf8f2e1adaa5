from __future__ import annotations

import pytest

from outwit.core import page
from outwit.core.game import Game
from outwit.core.page import piece_help, rules_page
from outwit.games import all_games
from outwit.games import game as find_game


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_the_page_of_a_game_is_its_readme(game: Game) -> None:
    text = rules_page(game)
    assert text.startswith("# ")
    assert "\n## Rules\n" in text


def test_a_game_without_a_readme_has_a_short_page() -> None:
    other = find_game("jesonmor").replace(name="other", title="Something else.")
    text = rules_page(other)
    assert text.startswith("# other\n\nSomething else.\n\nWhite moves first, then Black.\n")
    assert "\n- `K` knight of White\n" in text
    assert all(f"\n- `{option.name}` {option.summary}\n" in text for option in other.options)


def test_help_of_pieces_is_read_from_the_table_of_the_page() -> None:
    help_texts = piece_help(find_game("ataxx"))
    assert list(help_texts) == ["stone", "block"]
    assert help_texts["block"] == "keeps every stone out; stones jump over it"


@pytest.mark.parametrize("table", ["", "No table.\n", "| piece |\n|---|\n| stone |\n"])
def test_a_page_without_such_a_table_has_no_help(
    table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "rules_page", lambda _: f"# A\n\n## Pieces\n\n{table}\n## More\n")
    assert piece_help(find_game("ataxx")) == {}
