"""Texts of templates: a sentence stands whole, and a translation keeps what is not a text."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from outwit.server.wording.markup import PIECE, plurals, texts, translated
from outwit.server.wording.rendering import TEMPLATES

SOURCES = {path.name: path.read_text() for path in sorted(TEMPLATES.glob("*.html"))}


def found(source: str) -> list[str]:
    return [each.text for each in texts(source)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<h1>Your games</h1>", ["Your games"]),
        ("<p>It plays <a href='/x'>{{ each.game }}</a>.</p>", ["It plays <1>{game}</1>."]),
        ("<p><b>{{ a.name }}</b> beats {{ b.name }}</p>", ["<1>{name}</1> beats {name2}"]),
        ("<p>{{ x.n }} of {{ x.n }}</p>", ["{n} of {n}"]),
        ("<p>one<br>two</p>", ["one<1>two"]),
        ("<p>a <i>b <b>c</b></i> d</p>", ["a <1>b <2>c</2></1> d"]),
        ("<p>in\n   two   lines</p>", ["in two lines"]),
    ],
)
def test_a_sentence_is_one_text_with_places(source: str, expected: list[str]) -> None:
    assert found(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('<a href="/">Games</a> <a href="/p">Puzzles</a>', ["Games", "Puzzles"]),
        ("<li><a href='/x'><b>{{ name }}</b></a></li>", []),
        ("<p>{% if x %}Yes{% else %}No{% endif %}</p>", ["Yes", "No"]),
        ("<td>A</td><td>B</td>", ["A", "B"]),
        (
            '<button>Accept<span class="unseen"> {{ x.name }}</span></button>',
            ["Accept<1> {name}</1>"],
        ),
        ("Outwit</a>", ["Outwit"]),
    ],
)
def test_elements_and_statements_part_texts(source: str, expected: list[str]) -> None:
    assert found(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "<script>const x = 'a text';</script>",
        "<style>body { color: red }</style>",
        "<pre>make build</pre>",
        "{# a comment #}",
        "{% set x = 'words' %}",
        "{{ 'words' }}",
        ' class="at-table"',
        '{% block body %} class="at-table" data-over{% endblock %}',
        "<p>{{ x }} – {{ y }}</p>",
        "<p>&nbsp;·&nbsp;</p>",
        '<input value="text" name="text">',
    ],
)
def test_what_nobody_reads_is_no_text(source: str) -> None:
    assert found(source) == []


def test_attributes_that_are_read_are_texts() -> None:
    source = '<img alt="A board" src="a b"><nav aria-label="Pages of {{ x.name }}">'
    assert found(source) == ["A board", "Pages of {name}"]


def test_a_marked_string_is_a_text() -> None:
    assert found('{{ choice("random", _("Either side")) }}{% set x = _("No clock") %}') == [
        "Either side",
        "No clock",
    ]


def test_texts_that_depend_on_a_number_have_two_forms() -> None:
    assert plurals('{{ plural("{n} game", "{n} games", count) }}') == [("{n} game", "{n} games")]


@pytest.mark.parametrize("name", SOURCES)
def test_a_template_whose_texts_stay_is_the_same(name: str) -> None:
    assert translated(SOURCES[name], str) == SOURCES[name]


@pytest.mark.parametrize("name", SOURCES)
def test_a_translated_template_has_the_same_lines_tags_and_statements(name: str) -> None:
    source = SOURCES[name]
    other = translated(source, lambda text: f"«{text}»")
    assert other.count("\n") == source.count("\n")
    assert parts(other) == parts(source)


def parts(source: str) -> Counter[str]:
    found = PIECE.findall(re.sub("[«»]", "", source))
    return Counter(part for part in found if part.strip("{# }\n"))


def test_texts_in_the_places_of_a_text_are_translated_too() -> None:
    source = """<p>It <a title="One" href="/">goes</a> {{ _("on") if x else _("off") }}.</p>"""
    other = {"It <1>goes</1> {value}.": "{value} <1>geht</1> es."}
    words = {"One": "Eins", "on": "an", "off": "aus"}
    assert (
        translated(source, (words | other).__getitem__)
        == """<p>{{ _("an") if x else _("aus") }} <a title="Eins" href="/">geht</a> es.</p>"""
    )
    same = translated(source, lambda text: words.get(text, text))
    assert same == source.replace("One", "Eins").replace('"on"', '"an"').replace("off", "aus")


def test_a_translation_may_change_the_order_of_its_places() -> None:
    source = "<p><b>{{ a.name }}</b> beats <i>{{ b.name }}</i>.</p>"
    other = {"<1>{name}</1> beats <2>{name2}</2>.": "<2>{name2}</2> verliert gegen <1>{name}</1>."}
    assert (
        translated(source, other.__getitem__)
        == "<p><i>{{ b.name }}</i> verliert gegen <b>{{ a.name }}</b>.</p>"
    )
