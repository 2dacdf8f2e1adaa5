"""The rules of a game as HTML, with drawn pieces, and the explanation of each piece."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

from outwit.core.game import Game
from outwit.core.page import PIECES, piece_help, rules_page, thing_name
from outwit.drawing.sample import samples

# Rules may come from third-party games, so HTML in them is disabled.
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


@lru_cache(maxsize=64)
def rules_body(game: Game) -> str:
    """Return the rules without title and first sentence, which the page shows itself."""
    text = rules_page(game).removeprefix("# ").partition("\n")[2].lstrip().removeprefix(game.title)
    tokens = MARKDOWN.parse(without_board(text))
    illustrate(game, tokens)
    return str(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))


@lru_cache(maxsize=64)
def help_of(game: Game) -> dict[str, str]:
    """Return the explanations of pieces and marks in the rules, by name."""
    return piece_help(game)


def without_board(text: str) -> str:
    """Return the text of rules without the board in letters above its first section.

    The page has a drawn board.
    """
    head, section, rest = text.partition("\n## ")
    return FENCED.sub("", head) + section + rest


def illustrate(game: Game, tokens: list[Token]) -> None:
    """Insert pictures before the names in the first column of the table of pieces."""
    section, row, column = "", 0, 0
    for before, token in pairwise(tokens):
        if before.type == "heading_open":
            section = token.content
        elif before.type == "tr_open":
            row, column = row + 1, 0
        if before.type != "td_open":
            continue
        column += 1
        if column == 1 and section == PIECES and token.children is not None:
            drawn = "".join(samples(game, thing_name(token.content), f"rules-{row}-"))
            if drawn:
                picture = Token(
                    "html_inline", "", 0, content=f'<span class="samples">{drawn}</span>'
                )
                token.children.insert(0, picture)
