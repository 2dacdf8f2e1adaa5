"""Templates of pages: what they escape, and what they refuse."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from jinja2 import DictLoader, UndefinedError
from markupsafe import Markup

from outwit.core.value import Value
from outwit.reports.rendering import TEMPLATES, shown, templates
from tests.cli.command import outwit, outwit_process
from tests.reports.test_album import hostile_cup, page_of
from tests.reports.test_report import HOSTILE, Page

# What we write or draw ourselves. Everything else is escaped.
OWN_MARKUP = {
    "style", "script", "viewer.definitions", "backdrop.frame", "backdrop.labels",
    "backdrop.flipped_labels",
}  # fmt: skip


class Line(Value):
    """Something with one field."""

    name: str = "ann"


@pytest.mark.parametrize(
    "source",
    ["{{ nobody }}", "{{ line.nobody }}", "{% if line.nobody %}{% endif %}", "{{ nobody|shown }}"],
)
def test_an_undefined_name_in_a_template_is_an_error(source: str) -> None:
    template = templates().overlay(loader=DictLoader({"page.html": source}))
    with pytest.raises(UndefinedError, match="nobody"):
        template.get_template("page.html").render(line=Line())


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("source", ["{{ name|shown }}", '<p title="{{ name|shown }}"></p>'])
def test_shown_text_is_printable_and_escaped(source: str, name: str) -> None:
    page = templates().from_string(source).render(name=name)
    assert Page(page).tags <= {"p"}
    assert Page(page).attributes <= {"title"}
    assert page.isprintable()


def test_text_marked_as_markup_is_escaped_by_shown() -> None:
    assert templates().from_string("{{ name|shown }}").render(name=Markup("<b>")) == "&lt;b&gt;"
    assert shown("abcdef", 4) == "abc…"
    assert shown("a\nb\x00") == "a�b�"
    assert shown("a\nb\x00", lines=True) == "a\nb�"


def test_only_our_own_markup_is_not_escaped() -> None:
    sources = [path.read_text("utf-8") for path in TEMPLATES.glob("*.html")]
    marked = [name for text in sources for name in re.findall(r"([\w.]+)\s*\|\s*safe\b", text)]
    assert set(marked) == OWN_MARKUP
    assert len(marked) == sum(len(re.findall(r"\bsafe\b", text)) for text in sources)
    assert not any("autoescape" in text for text in sources)


def test_every_part_of_the_page_shows_a_hostile_name_as_text() -> None:
    store = hostile_cup()
    with store.connection:
        store.connection.execute("update games set fault_of = first where number = 0")
    text = page_of(store)
    parts = dict(re.findall(r"<h2[^>]*>([^<]+)</h2>(.*?)(?=<h2|</main>)", text, re.DOTALL))
    named = {"Standings", "Pairings", "Crosstable", "Forfeits", "How games ended", "Settings"}
    assert set(parts) == named | {"Games"}
    for part in named:
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in parts[part], part
    page = Page(text)
    assert page.text.count(HOSTILE[0]) >= len(named)
    assert len(page.inside["script"]) == 2
    assert "img" not in page.tags
    assert not any(name.startswith("on") for name in page.attributes)


@pytest.mark.compiled_only
@pytest.mark.parametrize("command", ["report", "movies"])
def test_without_jinja2_the_command_says_what_to_install(tmp_path: Path, command: str) -> None:
    cup, hidden, out = tmp_path / "cup.db", tmp_path / "hidden", tmp_path / "out"
    assert outwit("tournament", "new", str(cup), "push", "random", "careful").status == 0
    hidden.mkdir()
    (hidden / "jinja2.py").write_text("raise ImportError")
    words = ("--html", str(out)) if command == "report" else ("-o", str(out))
    answer = outwit_process("tournament", command, str(cup), *words, PYTHONPATH=str(hidden))
    assert (answer.status, answer.out) == (2, "")
    assert answer.said == "outwit: HTML pages need Jinja2: pip install 'outwit[arena]'\n"
    assert not out.exists()
    table = outwit_process("tournament", "report", str(cup), PYTHONPATH=str(hidden))
    assert table.status == 0
