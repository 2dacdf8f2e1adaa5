"""The rules as HTML: pieces are drawn, and nothing of a stranger's page gets through as HTML."""

from __future__ import annotations

import re

import pytest

from outwit.core.game import Game
from outwit.core.page import piece_help
from outwit.drawing.words import of_square
from outwit.games import all_games, game
from outwit.server.values import rulebook
from outwit.server.values.rulebook import help_of, rules_body
from outwit.server.wording.catalog import catalog

ENGLISH = catalog("en")

HEADINGS = ["Rules", "Pieces", "Variants", "Notation"]
GAMES = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)


@GAMES
def test_all_rules_have_the_same_headings_and_notation_is_last(game: Game) -> None:
    assert re.findall("<h2>(.*?)</h2>", rules_body(game, ENGLISH)) == HEADINGS


@GAMES
def test_each_row_of_the_table_of_pieces_has_a_picture(game: Game) -> None:
    table = rules_body(game, ENGLISH).partition("<h2>Pieces</h2>")[2].partition("</table>")[0]
    rows = table.partition("<tbody>")[2].split("<tr>")[1:]
    assert len(rows) == len(help_of(game))
    assert all('<svg xmlns="http://www.w3.org/2000/svg" class="sample"' in row for row in rows)
    ids = re.findall(r' id="([^"]*)"', table)
    assert len(ids) == len(set(ids))


@GAMES
def test_the_rules_explain_everything_that_stands_on_the_board(game: Game) -> None:
    starts = [game.start(), *(example.start(game) for example in game.parts.examples)]
    said = {
        part
        for position in starts
        for square in position.board
        for part in of_square(position, square).split(", ")
        if part
    }
    names = list(piece_help(game))
    assert said
    for part in said:
        assert any(f" {name} " in f" {part.lower()} " for name in names), part


def test_a_strangers_table_of_pieces_brings_no_html(monkeypatch: pytest.MonkeyPatch) -> None:
    evil = 'x"><script>alert(1)</script>'
    page = f"# A\n\n## Pieces\n\n| piece | does |\n|---|---|\n| {evil} | {evil} |\n| worker | b |\n"
    monkeypatch.setattr(rulebook, "rules_page", lambda _: page)
    body = rules_body.__wrapped__(game("santorini"), ENGLISH)
    assert "<script" not in body
    assert 'class="sample"' in body


def test_a_game_without_a_page_has_no_help_and_still_has_rules() -> None:
    other = game("jesonmor").replace(name="other", title="Something else.")
    assert help_of(other) == {}
    assert "knight of White" in rules_body(other, ENGLISH)
