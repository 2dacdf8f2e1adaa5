"""The catalogs: every text of every language that is offered is translated, with its places."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from docs import wording
from outwit.server.wording.catalog import FOLDER, Catalog, catalog, file_in
from outwit.server.wording.languages import ENGLISH, OFFERED
from outwit.server.wording.sentences import Sentences, raised, written

PLACE = re.compile(r"<(/?\d+)>|\{(\w*)\}")
# Those that visitors can choose, and those that are on their way.
COMPLETE = [language for language in OFFERED if language != ENGLISH]
BEGUN = sorted(path.stem for path in FOLDER.glob("*.po"))


@cache
def collected() -> dict[Path, wording.Collected]:
    return dict(wording.folders())


@pytest.mark.parametrize("language", COMPLETE)
def test_no_text_of_an_offered_language_is_missing(language: str) -> None:
    for folder, texts in collected().items():
        known = wording.read(file_in(folder, language), language)
        assert wording.missing(texts.catalog(language, known)) == [], folder


@pytest.mark.parametrize("language", BEGUN)
def test_a_translation_has_the_places_of_its_text(language: str) -> None:
    for folder in collected():
        known = wording.read(file_in(folder, language), language)
        assert known is not None
        for message in known:
            if not message.id:
                continue
            text, forms = (
                (message.id[-1], list(message.string or ()))
                if isinstance(message.id, tuple | list)
                else (message.id, [str(message.string or "")])
            )
            may_lack = {"n"} if len(forms) > 1 else set()
            for form in filter(None, forms):
                wrong = places(text) - places(form)
                # The singular may say the number in words.
                assert set(wrong) <= may_lack, (text, form)
                assert not places(form) - places(text), (text, form)


def places(text: str) -> Counter[str]:
    return Counter(place[1] or place[2] for place in PLACE.finditer(text))


@pytest.mark.parametrize("language", BEGUN)
def test_a_language_knows_no_text_that_nobody_says(language: str) -> None:
    for folder, texts in collected().items():
        known = wording.read(file_in(folder, language), language)
        assert known is not None
        said = {
            message.id[0] if isinstance(message.id, tuple | list) else message.id
            for message in known
        }
        assert said - {""} <= set(texts.found), folder


def test_english_is_its_own_translation() -> None:
    english = catalog(ENGLISH)
    assert english.text("Your games") == "Your games"
    assert english.sentence("there is no game 'x'") == "there is no game 'x'"
    assert english.path == ""


def test_numbers_and_days_follow_the_language() -> None:
    assert Catalog("fr").number(1234.5) == "1\u202f234,5"
    assert Catalog("es").plural("{n} juego", "{n} juegos", 1) == "1 juego"
    assert Catalog("fr").plural("{n} jeu", "{n} jeux", 0) == "0 jeu"


def test_values_in_texts_are_escaped() -> None:
    text = catalog(ENGLISH).plural("{n} of {name}", "{n} of {name}", 2, name="<b>")
    assert text == "2 of &lt;b&gt;"


def test_an_error_is_known_with_a_capital_letter_and_a_full_stop() -> None:
    german = Catalog("de")
    german._texts = {"a": "b"}
    german._sentences = Sentences({"the file {name} is empty": "die Datei {name} ist leer"})
    assert german.sentence("The file a.py is empty.") == "Die Datei a.py ist leer."
    assert german.sentence("The file a.py is empty") == "Die Datei a.py ist leer"
    assert german.sentence("Nobody says this.") == "Nobody says this."


def test_the_most_specific_sentence_is_recognised() -> None:
    known = {"{name} wins": "{name} gewinnt", "the side {name} wins": "die Seite {name} gewinnt"}
    assert Sentences(known).translate("the side White wins") == "die Seite White gewinnt"


def test_a_place_stays_as_it_is_if_nothing_knows_it() -> None:
    known = {"there is nobody called {username}": "niemand heißt {username}"}
    assert Sentences(known).translate("there is nobody called '{0} x'") == "niemand heißt '{0} x'"


def test_messages_of_errors_are_found_with_their_places() -> None:
    source = """
raise NotFound(f"there is no {kind!r} in {self.name[:10]}") from None
raise NotAllowed("this is yours" if is_own else "it is not for you")
"""
    assert raised(source) == [
        "there is no {kind} in {name}",
        "this is yours",
        "it is not for you",
    ]


def test_lines_of_logs_and_paths_are_no_texts() -> None:
    source = """
event("game begun", key=1)
PATH = f"/g/{key}"
THEMES = {"a": "Light"}
HEADER = "Cookie"
CLOCK = "No clock"
"""
    assert written(source) == ["No clock", "Light"]
