"""An argument of the wrong type is refused by name, wherever it is given."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

import outwit
from outwit.drawing.gallery import draw_pieces
from outwit.drawing.raster import draw_png
from outwit.engine.solver import Solver
from outwit.environments import gymnasium_env, pettingzoo_env, vector_env
from outwit.errors import OutwitError
from outwit.ratings.crosstable import crosstable
from outwit.ratings.pentanomial import Pentanomial
from outwit.ratings.rating import rate
from outwit.ratings.scores import Scores
from outwit.ratings.sprt import Sprt
from outwit.records.check import check_entry, check_record
from outwit.records.jsonlines import from_json, to_json
from outwit.records.reader import read_entries, read_records
from outwit.records.replay import first_position, from_position, replay
from outwit.records.source import open_records
from outwit.records.writer import write_record
from outwit.testing import PerftCase, check_game, check_perft, check_play, folder_of
from tests.tools import needs

pytestmark = pytest.mark.compiled_only

ATAXX = outwit.game("ataxx")
START = ATAXX.start()
RECORD = from_position(ATAXX, START)
SCORES = Scores(2)
WRONG: tuple[Any, ...] = (None, 3, "nonsense", [], float("nan"), object())
NO_TEXT = tuple(wrong for wrong in WRONG if not isinstance(wrong, str))
NO_NUMBER = tuple(wrong for wrong in WRONG if not isinstance(wrong, int))
NO_LIST = tuple(wrong for wrong in WRONG if not isinstance(wrong, str | list))
SOMETHING = tuple(wrong for wrong in WRONG if wrong is not None)

# The name of an argument, a call with it, and values of which it can take none.
Call = tuple[str, Callable[[Any], object], tuple[Any, ...]]


def engine(ask: Callable[[outwit.Engine], object]) -> object:
    """Ask an engine."""
    with outwit.Engine(ATAXX, memory=1) as found:
        return ask(found)


def opened(path: Any) -> object:
    """Return the games of a file."""
    with open_records(path) as games:
        return list(games)


CALLS: dict[str, Call] = {
    "game": ("name", outwit.game, NO_TEXT),
    "load": ("data", ATAXX.load, WRONG),
    "load side": ("side", lambda x: ATAXX.load(b"", x), SOMETHING),
    "sentence": ("outcome", ATAXX.sentence, WRONG),
    "perft": ("position", lambda x: outwit.perft(x, 2), WRONG),
    "perft depth": ("depth", lambda x: outwit.perft(START, x), NO_NUMBER),
    "divide": ("position", lambda x: list(outwit.divide(x, 2)), WRONG),
    "divide depth": ("depth", lambda x: list(outwit.divide(START, x)), NO_NUMBER),
    "playouts": ("position", outwit.playouts, WRONG),
    "playouts seed": ("seed", lambda x: outwit.playouts(START, seed=x), NO_NUMBER),
    "playouts plies": ("plies", lambda x: outwit.playouts(START, plies=x), NO_NUMBER),
    "solve": ("position", lambda x: Solver(1).solve(x), WRONG),
    "Solver": ("mebibytes", Solver, NO_NUMBER),
    "best": ("position", lambda x: outwit.best(x, nodes=1), (None, 3, [])),
    "best threads": ("threads", lambda x: outwit.best("ataxx", nodes=1, threads=x), NO_NUMBER),
    "analyse": ("lines", lambda x: list(outwit.analyse("ataxx", depth=1, lines=x)), NO_NUMBER),
    "Engine": ("seed", lambda x: outwit.Engine(ATAXX, memory=1, seed=x), NO_NUMBER[1:]),
    "Engine.best": ("position", lambda x: engine(lambda e: e.best(x, nodes=1)), WRONG),
    "Engine.analyse": ("position", lambda x: engine(lambda e: e.analyse(x, nodes=1)), WRONG),
    "moves": ("moves", lambda x: engine(lambda e: e.best(START, moves=x)), NO_LIST),
    "Limits": ("moves", lambda x: outwit.Limits(moves=x).check(), WRONG),
    "increment": ("increment", lambda x: outwit.Limits(increment=x).check(), NO_NUMBER),
    "match": ("save", lambda x: outwit.match(1, 2, game=ATAXX, save=x), (3, [], object())),
    "schedule": ("schedule", lambda x: outwit.tournament([1, 2], game=ATAXX, schedule=x), WRONG),
    "read_games": ("path", outwit.read_games, NO_TEXT),
    "write_games": ("path", lambda x: outwit.write_games(x, []), NO_TEXT),
    "open_records": ("path", opened, NO_TEXT),
    "read_records": ("lines", lambda x: list(read_records(x)), NO_LIST),
    "read_entries": ("lines", lambda x: list(read_entries(x)), NO_LIST),
    "write_record": ("record", write_record, WRONG),
    "to_json": ("record", to_json, WRONG),
    "from_json": ("line", from_json, NO_TEXT),
    "from_position": ("game", lambda x: from_position(x, START), WRONG),
    "from_position last": ("position", lambda x: from_position(ATAXX, x), WRONG),
    "replay": ("record", replay, WRONG),
    "first_position": ("record", first_position, WRONG),
    "check_record": ("record", check_record, WRONG),
    "check_entry": ("entry", check_entry, WRONG),
    "record's game": ("game", lambda x: replay(RECORD.replace(game=x)), NO_TEXT),
    "record's options": ("options", lambda x: replay(RECORD.replace(options=x)), WRONG),
    "record's moves": ("moves", lambda x: replay(RECORD.replace(moves=x)), WRONG[:3]),
    "draw_png": ("position", draw_png, WRONG),
    "draw_pieces": ("game", draw_pieces, WRONG),
    "draw_pieces size": ("size", lambda x: draw_pieces(ATAXX, size=x), NO_NUMBER),
    "draw_pieces theme": ("theme", lambda x: draw_pieces(ATAXX, theme=x), WRONG),
    "svg squares": ("selected", lambda x: START.svg(selected=x), NO_LIST),
    "svg arrows": ("arrows", lambda x: START.svg(arrows=[x]), WRONG),
    "svg label": ("label", lambda x: START.svg(label=x), NO_TEXT),
    "svg flipped": ("flipped", lambda x: START.svg(flipped=x), NO_NUMBER),
    "rate": ("scores", rate, WRONG),
    "rate anchor": ("anchor", lambda x: rate(SCORES, anchor=x), SOMETHING),
    "rate draws": ("virtual_draws", lambda x: rate(SCORES, virtual_draws=x), NO_NUMBER),
    "crosstable": ("scores", lambda x: crosstable([], x), WRONG),
    "crosstable names": ("names", lambda x: crosstable(x, SCORES), NO_LIST),
    "Scores": ("players", Scores, NO_NUMBER),
    "Scores.add": ("first", lambda x: SCORES.add(x, 1, 1), NO_NUMBER),
    "Scores.of": ("player", SCORES.of, WRONG),
    "Scores.update": ("other", SCORES.update, WRONG),
    "Sprt": ("elo0", lambda x: Sprt(x, 5).check(), NO_NUMBER),
    "Sprt.add_all": ("points", lambda x: Sprt(0, 5).add_all(x), NO_LIST),
    "Pentanomial": ("times", lambda x: Pentanomial().add(1, x), NO_NUMBER),
    "check_game": ("game", check_game, WRONG),
    "check_play": ("position", lambda x: check_play(ATAXX, x), WRONG),
    "check_perft": ("case", check_perft, WRONG),
    "check_perft most": (
        "most",
        lambda x: check_perft(PerftCase(ATAXX, START.text, {}, (16,)), most=x),
        NO_NUMBER[1:],
    ),
    "folder_of": ("game", folder_of, WRONG),
    "Symmetry": ("cells", lambda x: outwit.Symmetry("none").apply(x, 3, 3), WRONG),
}
IN_NEED: dict[str, Call] = {
    "gymnasium_env": ("game", gymnasium_env, NO_TEXT),
    "vector_env": ("game", lambda x: vector_env(x, 2), NO_TEXT),
    "pettingzoo_env": ("game", pettingzoo_env, NO_TEXT),
}


def refusals(call: Callable[[Any], object], wrong: Iterable[Any]) -> list[str]:
    """Return the messages with which values are refused."""
    said = []
    for value in wrong:
        with pytest.raises(OutwitError) as caught:
            call(value)
        said.append(str(caught.value))
    return said


@pytest.mark.parametrize("call", CALLS)
def test_an_argument_of_the_wrong_type_is_refused_by_name(call: str) -> None:
    name, function, wrong = CALLS[call]
    for said in refusals(function, wrong):
        assert name.rstrip("s") in said
        assert "\n" not in said


@needs("gymnasium")
@needs("pettingzoo")
@pytest.mark.parametrize("call", IN_NEED)
def test_an_environment_of_no_game_is_refused_by_name(call: str) -> None:
    name, function, wrong = IN_NEED[call]
    assert all(said.startswith(f"{name}: ") for said in refusals(function, wrong))


def test_a_number_is_never_taken_for_an_open_file(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text('[Game "ataxx"]\n\n*\n')
    with path.open("rb") as file:
        reads: tuple[Callable[[Any], object], ...] = (outwit.read_games, opened)
        for read in reads:
            with pytest.raises(OutwitError, match="path: a path is expected"):
                read(file.fileno())
