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
from outwit.server.wording.catalog import Catalog

# Rules may come from third-party games, so HTML in them is disabled.
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


@lru_cache(maxsize=256)
def rules_body(game: Game, words: Catalog) -> str:
    """Return the rules without title and first sentence, which the page shows itself."""
    tokens = rule_tokens(game)
    # The pictures are found by the names of pieces, before these are translated.
    pictures = illustrations(game, tokens)
    for token in tokens:
        if is_text(token):
            translation = words.text(token.content)
            if translation != token.content:
                token.children = MARKDOWN.parseInline(translation)[0].children
    for token, picture in pictures:
        if token.children is not None:
            token.children.insert(0, picture)
    return str(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))


def rule_tokens(game: Game) -> list[Token]:
    """Return the parts of the rules."""
    text = rules_page(game).removeprefix("# ").partition("\n")[2].lstrip().removeprefix(game.title)
    return MARKDOWN.parse(without_board(text))


def is_text(token: Token) -> bool:
    """Tell whether a part is a text: a paragraph, a heading or a cell, with letters in it."""
    return token.type == "inline" and any(letter.isalpha() for letter in token.content)


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


def illustrations(game: Game, tokens: list[Token]) -> list[tuple[Token, Token]]:
    """Return the names in the first column of the table of pieces, each with its pictures."""
    found = []
    section, row, column = "", 0, 0
    for before, token in pairwise(tokens):
        if before.type == "heading_open":
            section = token.content
        elif before.type == "tr_open":
            row, column = row + 1, 0
        if before.type != "td_open":
            continue
        column += 1
        if column == 1 and section == PIECES:
            drawn = "".join(samples(game, thing_name(token.content), f"rules-{row}-"))
            if drawn:
                content = f'<span class="samples">{drawn}</span>'
                found.append((token, Token("html_inline", "", 0, content=content)))
    return found


def rule_texts(game: Game) -> list[str]:
    """Return the texts of a game's rules, as ``rules_body`` translates them."""
    return [token.content for token in rule_tokens(game) if is_text(token)]
