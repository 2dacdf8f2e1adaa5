"""The pages' templates in each language, translated when they are compiled."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from fastapi.templating import Jinja2Templates
from jinja2 import Environment, FileSystemLoader, select_autoescape
from jinja2.ext import Extension

from outwit.server.wording.catalog import Catalog, catalog
from outwit.server.wording.markup import translated

WEB = Path(__file__).parents[1] / "web"
TEMPLATES = WEB / "templates"


class Wording(Extension):
    """Translates the source of a template before it is compiled."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Return the source with its texts in the language of the environment."""
        words: Catalog = self.environment.globals["wording"]  # type: ignore[assignment]
        return translated(source, words.text)


@cache
def templates(language: str) -> Jinja2Templates:
    """Return the templates of a language.

    ``_("…")`` marks a text in an expression, ``plural`` chooses by a number; the filter ``said``
    translates what a program says, ``sentence`` adds a capital letter and a full stop, and ``day``,
    ``month``, ``moment`` and ``number`` write as the language does. ``player`` is for names of
    players, of which only those of levels are translated.
    """
    return Jinja2Templates(env=environment(catalog(language)))


def environment(words: Catalog, folder: Path = TEMPLATES) -> Environment:
    """Return Jinja's environment for a catalog."""
    made = Environment(
        loader=FileSystemLoader(folder), autoescape=select_autoescape(), extensions=[]
    )
    made.globals |= {"wording": words, "_": str, "plural": words.plural}
    made.filters |= {
        "said": words.sentence,
        "sentence": words.sentence_of,
        "day": words.day,
        "month": words.month,
        "number": words.number,
        "player": words.player,
        "moment": words.moment,
    }
    made.add_extension(Wording)
    return made
