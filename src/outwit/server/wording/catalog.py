"""A language's texts, read from the portal's catalog and from those in the folders of games."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from datetime import date, datetime
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from pathlib import Path

from babel.dates import format_date, format_skeleton, format_time
from babel.messages.catalog import Catalog as Messages
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from markupsafe import Markup

from outwit.core.game import Game
from outwit.core.page import folder_of
from outwit.games import all_games
from outwit.server.wording.languages import ENGLISH, LOCALES
from outwit.server.wording.sentences import Sentences

# The catalogs of the portal, and those in the folder of a game.
FOLDER = Path(__file__).parents[1] / "web" / "wording"
OF_GAMES = "wording"
# Where a message was found: in scripts, or in what programs say.
SCRIPT, SAID = "script", "said"
# What ends a sentence, and the full stop of a language, if it has one of its own.
ENDS = ".!?。！？"
# The name of a bot of the engine; no account can have it.
OF_LEVEL = re.compile(r"[Ll]evel (\d+)")
FULL_STOPS = {"zh": "。"}


class Catalog:
    """The texts of one language; English is its own translation."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.locale = LOCALES[language]
        self._texts: dict[str, str] = {}
        self._plurals: dict[str, tuple[str, ...]] = {}
        self._scripts: dict[str, str] = {}
        self._counted: dict[str, tuple[str, ...]] = {}
        said: dict[str, str] = {}
        for messages in catalogs_of(language):
            for message in messages:
                if not message.id or message.fuzzy or not message.string:
                    continue
                if isinstance(message.id, tuple | list):
                    forms = self._plurals.setdefault(message.id[0], tuple(message.string))
                    if SCRIPT in message.auto_comments:
                        self._counted.setdefault(message.id[0], forms)
                    continue
                translation = str(message.string)
                self._texts.setdefault(message.id, translation)
                if SAID in message.auto_comments:
                    said.setdefault(message.id, translation)
                if SCRIPT in message.auto_comments:
                    self._scripts.setdefault(message.id, translation)
        self._sentences = Sentences(said)
        self._sentence = lru_cache(maxsize=4096)(self._said)

    def text(self, text: str) -> str:
        """Return a text of a template or a script, the English one if it is not translated."""
        return self._texts.get(text, text)

    def sentence(self, text: object) -> str:
        """Return what a program says, such as an error's message or the name of a piece."""
        return self._sentence(str(text)) if self._texts else str(text)

    def _said(self, text: str) -> str:
        """Return a sentence; an error may have got a capital letter and a full stop."""
        found = self._sentences.translate(text)
        if found != text:
            return found
        plain = text.removesuffix(".")
        for clause in (plain[:1].lower() + plain[1:], plain):
            found = self._sentences.translate(clause)
            if found != clause:
                return self.sentence_of(found) if plain != text else found[:1].upper() + found[1:]
        return text

    def plural(self, one: str, other: str, n: int, /, **values: object) -> Markup:
        """Return a text that depends on a number, with the number in its place ``n``.

        >>> Catalog("en").plural("{n} game", "{n} games", 1200)
        Markup('1,200 games')
        """
        is_one = self.locale.plural_form(n) == "one"
        forms = self._plurals.get(one, (one, other))
        form = forms[min(0 if is_one else 1, len(forms) - 1)]
        return Markup(form).format(n=self.number(n), **values)

    def sentence_of(self, text: str) -> str:
        """Return a text as a sentence: with a capital letter, and a full stop if it has no end.

        >>> Catalog("en").sentence_of("the board is full"), Catalog("zh").sentence_of("棋盘已满")
        ('The board is full.', '棋盘已满。')
        """
        whole = text[:1].upper() + text[1:]
        if not whole or whole[-1] in ENDS:
            return whole
        return f"{whole}{FULL_STOPS.get(self.language, '.')}"

    def player(self, name: object) -> str:
        """Return the name of a player: that of a bot of the engine is translated, no other.

        >>> Catalog("en").player("level 3"), Catalog("en").player("ada")
        ('Level 3', 'ada')
        """
        level = OF_LEVEL.fullmatch(str(name))
        return self.text("Level {number}").format(number=level[1]) if level else str(name)

    def number(self, number: float) -> str:
        """Return a number as it is written in the language.

        >>> Catalog("de").number(1234.5)
        '1.234,5'
        """
        return str(format_decimal(number, locale=self.locale))

    def day(self, moment: date) -> str:
        """Return a day.

        >>> Catalog("de").day(date(2026, 11, 18)), Catalog("zh").day(date(2026, 11, 18))
        ('18. November 2026', '2026年11月18日')
        """
        return str(format_date(moment, "long", locale=self.locale))

    def month(self, moment: date) -> str:
        """Return a month of a year.

        >>> Catalog("de").month(date(2026, 11, 1)), Catalog("zh").month(date(2026, 11, 1))
        ('November 2026', '2026年11月')
        """
        return str(format_skeleton("yMMMM", moment, locale=self.locale))

    def moment(self, moment: datetime) -> str:
        """Return a day and its time.

        >>> from datetime import UTC
        >>> Catalog("en").moment(datetime(2026, 11, 18, 14, 5, tzinfo=UTC))
        '18 November 2026, 14:05'
        """
        return f"{self.day(moment)}, {format_time(moment, 'short', locale=self.locale)}"

    @cached_property
    def script(self) -> bytes:
        """Return what the scripts need, as JSON."""
        data = {
            "texts": self._scripts,
            "plurals": self._counted,
            "sentences": self._sentences.data(),
            "stop": FULL_STOPS.get(self.language, "."),
        }
        return json.dumps(data, ensure_ascii=False).encode()

    @cached_property
    def path(self) -> str:
        """Return the path of ``script``, which changes with its contents; English needs none."""
        if self.language == ENGLISH:
            return ""
        return f"/words/{self.language}.json?v={sha256(self.script).hexdigest()[:12]}"


@cache
def catalog(language: str) -> Catalog:
    """Return the catalog of a language, read once."""
    return Catalog(language)


def catalogs_of(language: str) -> Iterator[Messages]:
    """Yield the portal's catalog of a language, and those of the games that have one."""
    if language == ENGLISH:
        return
    for folder in (FOLDER, *(folder for game in all_games() if (folder := folder_for(game)))):
        try:
            with file_in(folder, language).open("rb") as file:
                yield read_po(file, locale=language)
        except FileNotFoundError:
            continue  # a game of another author need not have one


def folder_for(game: Game) -> Path | None:
    """Return the folder of a game's catalogs, None for a game without a folder."""
    folder = folder_of(game)
    return None if folder is None else Path(os.fspath(folder)) / OF_GAMES


def file_in(folder: Path, language: str) -> Path:
    """Return the file of a language's catalog in a folder."""
    return folder / f"{language}.po"
