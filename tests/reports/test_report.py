"""Reports: for people and for programs."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from html.parser import HTMLParser

import pytest

from outwit.ratings.crosstable import crosstable
from outwit.ratings.glicko import Glicko
from outwit.ratings.rating import Rating
from outwit.ratings.scores import Scores
from outwit.reports.export import as_csv, as_json
from outwit.reports.page import as_html
from outwit.reports.summary import Forfeit, Summary, summarise
from tests.ratings.leagues import league

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</style></title><script>x</script>",
    "'onmouseover='alert(1)",
    "&lt;b&gt; \u202e \x00 \x1b[2J",
    "\ud800",
    "=HYPERLINK(1)",
]
VOID = {"meta", "br", "img", "input", "link"}


class Page(HTMLParser):
    """What is on a page, and whether its tags are closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.links: set[str] = set()
        # The texts of elements by their tag.
        self.inside: dict[str, list[str]] = {}
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.links |= {value or "" for name, value in attrs if name in ("href", "src")}
        self.inside.setdefault(tag, []).append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if self.open:
            self.inside[self.open[-1]][-1] += data


def hostile() -> Summary:
    return summarise(
        HOSTILE[0],
        HOSTILE[1],
        HOSTILE,
        league([0.0] * len(HOSTILE), 1),
        forfeits=[Forfeit(i, name, 2, name * 3000) for i, name in enumerate(HOSTILE)],
        terminations=dict.fromkeys(HOSTILE, 3),
        plies=12.5,
        settings={name: {"deep": [name, 1]} for name in HOSTILE},
    )


def test_nothing_a_stranger_wrote_becomes_markup() -> None:
    text = as_html(hostile())
    page = Page(text)
    assert not page.tags & {"script", "img", "a", "iframe", "b\x00"}
    assert not any(name.startswith("on") for name in page.attributes)
    assert page.links == set()
    assert "src" not in page.attributes
    assert HOSTILE[0] in page.text
    assert not set("\x00\x1b\u202e\ud800") & set(text)
    text.encode()


def test_a_page_needs_nothing_else() -> None:
    text = as_html(hostile())
    assert "http://" not in text
    assert "https://" not in text
    assert "url(" not in text
    assert "@import" not in text


def test_the_page_tells_standings_faults_and_settings() -> None:
    summary = summarise(
        "Cup",
        "Hex",
        ["ann", "bob", "idle"],
        league([300, 0], 10),
        forfeits=[Forfeit(1, "bot-timeout", 1, "no answer\nin 1 s")],
        terminations={"line": 19, "bot-timeout": 1},
        settings={"clock": "1 s"},
    )
    text = Page(as_html(summary)).text
    for part in (
        "Cup",
        "Hex",
        "ann",
        "idle",
        "did not answer in time",
        "1 game",
        "no answer",
        "clock",
        "line",
    ):
        assert part in text


@pytest.mark.parametrize("names", [[], ["alone"], ["idle", "idle too"]])
def test_a_tournament_without_games_has_a_report(names: list[str]) -> None:
    summary = summarise("Empty", "Hex", names, Scores())
    Page(as_html(summary))
    assert len(as_csv(summary).splitlines()) == 1 + len(names)
    assert json.loads(as_json(summary))["games"] == 0


def test_a_summary_of_nothing_has_a_report() -> None:
    summary = Summary("Nothing", "Hex")
    Page(as_html(summary))
    assert json.loads(as_json(summary))["players"] == []


def test_json_says_everything() -> None:
    summary = hostile()
    data = json.loads(as_json(summary))
    assert data["version"] == 1
    assert data["games"] == summary.games == 42
    assert sorted(player["name"] for player in data["players"]) == sorted(HOSTILE)
    best = data["players"][0]
    assert best["points"] == max(player["points"] for player in data["players"])
    assert best["against"][0] is None
    assert sum(map(sum, best["against"][1:])) == best["games"] == 12
    assert best["forfeits"][0]["count"] == 2


def test_csv_has_a_line_each_and_no_formula() -> None:
    rows = list(csv.DictReader(as_csv(hostile()).splitlines()))
    assert len(rows) == len(HOSTILE)
    assert all(row["name"][0] not in "=+-@\t\r" for row in rows)
    assert {row["games"] for row in rows} == {"12"}
    assert sum(float(row["points"]) for row in rows) == 42


@pytest.mark.compiled_only
def test_three_hundred_players_fit_a_page() -> None:
    names = [f"student {i}" for i in range(300)]
    scores = Scores(300)
    for i in range(300):
        for j in range(i):
            scores.add(i, j, (i + j) % 2)
    table = crosstable(names, scores)
    rating = Rating(0.0, -20.0, 20.0, 299, 150.0)
    summary = Summary("Big", "Hex", table, (rating,) * 300, (Glicko(),) * 300, (), scores.games)
    text = as_html(summary)
    assert len(text) < 3_000_000
    Page(text)


def test_reports_do_not_load_what_they_do_not_show() -> None:
    code = (
        "import sys, outwit.reports.page, outwit.reports.export, outwit.reports.table_view;"
        "print({'jinja2', 'numpy', 'rich'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
