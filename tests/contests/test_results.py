"""What can be done with results: print, see, save, go through."""

from __future__ import annotations

import csv
import json
import pickle
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import outwit
from outwit.contests.plot import draw_standings
from outwit.errors import BadFile, UsageError

CUP = outwit.tournament(["random", "careful", 1], game="ataxx", games=2, plies=20)
DUEL = outwit.match("random", 1, game="ataxx", games=2, plies=20)


def test_results_are_printed_as_a_table() -> None:
    lines = str(DUEL).splitlines()
    assert lines[0].startswith("#  name")
    assert lines[3].startswith("random: ")
    assert len(str(CUP).splitlines()) == 4
    assert repr(CUP).startswith("<Results: 3 players, 6 games, first ")
    tally = f"{DUEL.wins}-{DUEL.draws}-{DUEL.losses}"
    assert repr(DUEL) == f"<Results: random {tally} level 1, 2 games>"


def test_points_and_games_add_up() -> None:
    assert sum(standing.points for standing in CUP.standings) == len(CUP) == len([*CUP]) == 6
    for standing in CUP.standings:
        assert standing.wins + standing.draws + standing.losses == standing.games == 4
        assert standing.low < standing.elo < standing.high


def test_more_than_two_players_have_no_difference() -> None:
    with pytest.raises(UsageError, match="standings has the ratings"):
        _ = CUP.elo


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_the_picture_has_a_row_for_everybody(theme: str) -> None:
    root = ET.fromstring(CUP.svg(theme=theme))
    texts = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"random", "careful", "level 1"} < {*texts}


def test_a_notebook_shows_the_picture() -> None:
    assert CUP._repr_svg_() == CUP.svg(theme="auto")
    with pytest.raises(UsageError, match="theme 'pink'"):
        CUP.svg(theme="pink")


def test_names_in_a_picture_are_only_text() -> None:
    odd = CUP.standings[0].replace(name="<script>&" + "x" * 50)
    root = ET.fromstring(draw_standings([odd]))
    assert "<script>&xxxxxxxxxxxx…" in [node.text for node in root.iter() if node.text]
    assert ET.fromstring(draw_standings([])) is not None


def test_results_are_saved_in_the_form_of_the_name(tmp_path: Path) -> None:
    for name in ("a.svg", "a.csv", "a.json", "a.txt", "a.jsonl", "a.html"):
        CUP.save(tmp_path / name)
    assert (tmp_path / "a.svg").read_text() == CUP.svg()
    rows = [*csv.DictReader((tmp_path / "a.csv").read_text().splitlines())]
    assert [row["name"] for row in rows] == [standing.name for standing in CUP.standings]
    assert json.loads((tmp_path / "a.json").read_text())["games"] == 6
    for name in ("a.txt", "a.jsonl"):
        assert tuple(outwit.read_games(tmp_path / name)) == CUP.games
    assert "<table" in (tmp_path / "a.html").read_text()


def test_what_cannot_be_saved_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"must end in one of \.svg, \.png, \.csv"):
        CUP.save(tmp_path / "cup.doc")
    with pytest.raises(BadFile, match="cannot be written"):
        CUP.save(tmp_path / "none" / "cup.svg")


def test_results_can_be_pickled() -> None:
    again = pickle.loads(pickle.dumps(CUP))
    assert (str(again), again.games) == (str(CUP), CUP.games)
