"""Pages in another language: no text stays English, because none is forgotten."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from jinja2 import ChoiceLoader, DictLoader, Environment, StrictUndefined, nodes
from markupsafe import Markup

from docs import wording
from outwit.server.wording.catalog import SAID, Catalog
from outwit.server.wording.markup import plurals, texts
from outwit.server.wording.rendering import TEMPLATES, environment
from tests.server.routes import test_templates as pages

SOURCES = {path.name: path.read_text() for path in sorted(TEMPLATES.glob("*.html"))}
# Templates whose texts are complete.
FINISHED = [
    f"{name}.html"
    for name in (
        *("again", "api", "assignments", "audit", "bots"),
        *("bout", "class", "classes", "daily", "dailyparts", "drawer", "error"),
        *("events", "forgot", "games", "handin", "handinchanges"),
        *("handinfiles", "handinlive", "homework", "homeworklive", "homeworkparts"),
        *("game", "home", "ladder", "leaders", "login", "marks", "newclass", "ownmoves", "play"),
        *("newhomework", "newtournament", "platformchoice", "platformframe", "platformpart"),
        *("register", "reset", "rules", "setup", "share"),
        *("similarity", "similarpair", "staff", "standings", "student"),
        *("tour", "tournament", "tournaments"),
    )
]
# A page without what ``base.html`` has around it.
BARE = (
    "<title>{% block title %}{% endblock %}</title>{% block head %}{% endblock %}"
    "{% block main %}{% endblock %}{% block foot %}{% endblock %}"
)
# What people wrote has no letters here, and what programs say has.
WRITTEN = "7"
SAYING = {
    *("clock", "error", "failure", "format_name", "late_rule", "locked", "note", "sentence"),
    *("status", "summary", "task", "notice", "solution", "wait", "pace", "action", "empty"),
}
# Names of codes, commands and values that are the same in every language.
SAME = re.compile(r"\b(?:CSV|Gradescope|JUnit|JSON|UTC|MiB|GIF|PNG|SVG|POST)\b")
READ = ("aria-label", "title", "placeholder", "alt")
SILENT = ("pre", "script", "style", "svg", "code")
LETTER = re.compile(r"[^\W\d_]")
PLACE = re.compile(r"\{\w+\}|<.*?>")


class Wrapped(Catalog):
    """A language in which every text has marks around it."""

    def text(self, text: str) -> str:
        """Return a marked text."""
        return f"«{text}»"

    def sentence(self, text: object) -> str:
        """Return a marked sentence."""
        return f"«{text}»"

    def plural(self, one: str, other: str, n: int, /, **values: object) -> Markup:
        """Return a marked text that depends on a number."""
        return Markup("«{}»").format(super().plural(one, other, n, **values))

    def moment(self, moment: object) -> str:
        """Return a marked moment."""
        return "«a moment»"

    day = month = moment


class Shown(HTMLParser):
    """What people read of a page, outside of marks."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.depth = 0
        self.bare: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in pages.VOID:
            self.open.append("code" if ("lang", "en") in attrs else tag)
        for name, value in attrs:
            if name in READ and value:
                outside = re.sub("«[^«]*»", "", re.sub("«[^«]*»", "", value))
                self.bare += [value] if LETTER.search(SAME.sub("", outside)) else []

    def handle_endtag(self, tag: str) -> None:
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if any(tag in SILENT for tag in self.open):
            return
        for part in re.split("([«»])", data):
            self.depth += {"«": 1, "»": -1}.get(part, 0)
            if not self.depth and LETTER.search(SAME.sub("", part)):
                self.bare.append(part)


def wrapped() -> Environment:
    made = environment(Wrapped("en"))
    made.undefined = StrictUndefined
    assert made.loader is not None
    made.loader = ChoiceLoader([DictLoader({"base.html": BARE}), made.loader])
    return made


def with_sentences(value: object, key: str = "") -> object:
    """Return values with letters in what programs say."""
    if isinstance(value, dict):
        # The error of a rating is a number.
        figures = {"error"} if "elo" in value else set()
        return {
            name: each if name in figures else with_sentences(each, str(name))
            for name, each in value.items()
        }
    if key == "body":
        return "«Rules»"
    if isinstance(value, list):
        return [with_sentences(each, key) for each in value]
    return f"{value} words" if key in SAYING and isinstance(value, str) and value else value


@pytest.mark.parametrize("name", FINISHED)
def test_every_text_of_a_page_can_be_translated(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "EVIL", WRITTEN)
    monkeypatch.setattr(pages, "PAGES", Sentences())
    assert Shown(pages.render(name)).bare == []


class Sentences:
    """Renders templates in which programs say words."""

    def get_template(self, name: str) -> Sentences:
        """Choose a template."""
        self.name = name
        return self

    def render(self, **values: object) -> str:
        """Return the page."""
        changed = with_sentences(values)
        assert isinstance(changed, dict)
        return WRAPPED.get_template(self.name).render(**changed)


WRAPPED = wrapped()


@pytest.mark.parametrize("name", FINISHED)
def test_a_string_in_an_expression_is_marked(name: str) -> None:
    tree = environment(Catalog("en")).parse(SOURCES[name])
    found = [text for node in tree.find_all(nodes.Output) for text in constants(node)]
    allowed = {"edit", "new", "open"}
    assert [text for text in found if LETTER.search(text) and text not in allowed] == []


def constants(node: nodes.Node) -> list[str]:
    """Return the strings that an expression can show as they are."""
    if isinstance(node, nodes.Const):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, nodes.CondExpr):
        shown = [node.expr1, *([node.expr2] if node.expr2 else [])]
        return [text for each in shown for text in constants(each)]
    if isinstance(node, nodes.Output | nodes.Or | nodes.And | nodes.Concat | nodes.Add):
        return [text for each in node.iter_child_nodes() for text in constants(each)]
    if isinstance(node, nodes.Call) and getattr(node.node, "name", "") not in ("_", "plural"):
        return [
            each.value
            for each in node.args
            if isinstance(each, nodes.Const)
            and isinstance(each.value, str)
            and re.search("[A-Z ]", each.value)
        ]
    return []


@pytest.mark.parametrize("name", FINISHED)
def test_a_text_is_no_rest_of_a_sentence(name: str) -> None:
    found = [each.text for each in texts(SOURCES[name])]
    found += [text for pair in plurals(SOURCES[name]) for text in pair]
    assert [text for text in found if text[0] in ",;:."] == []
    assert [
        text for text in found if len(LETTER.findall(re.sub(r"\{\w+\}|<.*?>", "", text))) < 2
    ] == []


def test_what_programs_say_is_no_rest_of_a_sentence() -> None:
    found = wording.of_portal().found.items()
    assert [text for text, kinds in found if SAID in kinds and text[:1] in ",;:."] == []
