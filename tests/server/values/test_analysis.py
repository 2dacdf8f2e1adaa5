"""The engine's opinion of a game: every position, and what each move cost."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

import outwit
from outwit.players.levels import LevelPlayer
from outwit.records.record import GameRecord
from outwit.records.replay import from_position
from outwit.server.values import analysis
from outwit.server.values.analysis import (
    BLUNDER,
    INACCURACY,
    MISTAKE,
    GameAnalysis,
    accuracy,
    judgement,
)
from outwit.server.values.analysisview import shown_analysis
from outwit.storage.analyses import AnalysedPly

pytestmark = pytest.mark.compiled_only

GAMES = [game.name for game in outwit.all_games()]
# Red wins by filling the last square with a clone, and loses by jumping there.
ONE_LEFT = "xxxxxxx/xxxxxxx/xxxxxxx/ooooox1/oooooxx/ooooooo/ooooooo x 0 40"


@pytest.fixture(autouse=True)
def _nodes_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search by nodes, so that a busy machine finds the same."""
    monkeypatch.setattr(analysis, "NODES", 3_000)
    monkeypatch.setattr(analysis, "TIME", 1e6)
    monkeypatch.setattr(analysis, "ALL_TIME", 1e6)


def record_of(game: str, *moves: str) -> GameRecord:
    position = outwit.game(game).start()
    for move in moves:
        position.play(move)
    return from_position(outwit.game(game), position)


def analysed(record: GameRecord) -> tuple[AnalysedPly, ...]:
    found = GameAnalysis(record)
    for _ in range(found.total):
        found.step()
    return found.plies


@pytest.mark.parametrize("game", GAMES)
def test_the_engines_own_moves_cost_nothing(game: str) -> None:
    position = outwit.game(game).start()
    for _ in range(4):
        position.play(outwit.best(position, nodes=1_000).move)
    record = from_position(outwit.game(game), position)
    plies = analysed(record)
    assert len(plies) == 5
    for ply, played in zip(plies, record.moves, strict=False):
        assert 0 <= ply.share <= 1
        assert ply.loss == 0 or ply.line[0] != played.move
    shown = shown_analysis(record, plies)
    assert all(ply["line"] and ply["squares"] and ply["words"] for ply in shown["plies"])
    assert all(move["label"] for ply in shown["plies"] for move in ply["line"])


def test_a_win_given_away_is_a_blunder_and_the_better_move_is_named() -> None:
    position = outwit.game("ataxx").position(ONE_LEFT)
    position.play("e5g4")
    record = from_position(position.game, position)
    shown = shown_analysis(record, analysed(record))
    before, after = shown["plies"]
    assert (before["judgement"], before["loss"]) == (BLUNDER, 1.0)
    assert (before["played"]["text"], before["line"][0]["label"]) == ("e5g4", "Red clones to g4")
    assert (before["words"], after["words"]) == ("Red wins in 1 move", "Blue wins in 1 move")
    assert shown["players"][0]["blunder"] == 1


def test_of_a_finished_game_the_last_position_says_the_result() -> None:
    over = outwit.game("ataxx").position(ONE_LEFT)
    over.play("g4")
    plies = analysed(from_position(over.game, over))
    assert (plies[1].share, plies[1].line) == (1.0, ())
    assert plies[0].score == "#1"
    shown = shown_analysis(from_position(over.game, over), plies)["plies"]
    assert (shown[0]["words"], shown[1]["words"]) == ("Red wins in 1 move", "")


@pytest.mark.parametrize(
    ("loss", "name"),
    [(0.0, ""), (0.079, ""), (0.08, INACCURACY), (0.16, MISTAKE), (0.3, BLUNDER), (1.0, BLUNDER)],
)
def test_a_move_is_called_by_what_it_cost(loss: float, name: str) -> None:
    assert judgement(loss) == name


def test_a_move_that_cannot_matter_has_no_stake_and_a_wasted_win_has_a_large_one() -> None:
    position = outwit.game("ataxx").position(ONE_LEFT)
    position.play("e5g4")
    wasted, _ = analysed(from_position(position.game, position))
    assert wasted.stake > 0.5
    assert accuracy([wasted]) == 0
    lost = outwit.game("ataxx").position(
        "ooooooo/ooooooo/ooooooo/ooooooo/ooooooo/ooooo1o/xooooo1 o 0 40"
    )
    lost.play(lost.legal_moves[0])
    safe, *_ = analysed(from_position(lost.game, lost))
    assert safe.stake == 0
    assert accuracy([safe]) is None


def test_random_moves_are_inaccurate_and_strong_ones_accurate() -> None:
    game = outwit.game("santorini")
    found: dict[int, list[int]] = {0: [], 1: []}
    for seed in range(2):
        rng, position = Random(seed), game.start()
        strong = LevelPlayer(game, 6, rng)
        while position.outcome is None:
            if position.turn == seed:
                position.play(rng.choice(sorted(move.text for move in position.legal_moves)))
            else:
                position.play(strong.choose(position))
        record = from_position(game, position)
        players = shown_analysis(record, analysed(record))["players"]
        found[0].append(players[seed]["accuracy"])
        found[1].append(players[1 - seed]["accuracy"])
    # A short search sees less of what random moves lose.
    assert fmean(found[0]) <= 40
    assert fmean(found[1]) >= 90


def test_each_player_answers_for_their_own_moves() -> None:
    record = record_of("ataxx", "b7", "b1", "a6")
    plies = (
        AnalysedPly(0.5, "0.00", ("b7",), loss=0.5, stake=0.3),
        AnalysedPly(0.5, "0.00", ("b1",), stake=0.2),
        AnalysedPly(0.5, "0.00", ("a6",), loss=0.1, stake=0.4),
        AnalysedPly(0.5, "0.00", ("b2",)),
    )
    first, second = shown_analysis(record, plies)["players"]
    assert (first["blunder"], first["inaccuracy"], first["accuracy"]) == (1, 1, 39)
    assert second == {"accuracy": 100, "blunder": 0, "mistake": 0, "inaccuracy": 0}
    # Where the second side begins, its moves are the even ones.
    other = outwit.game("ataxx").position("x5o/7/7/7/7/7/o5x o 0 1")
    for move in ("b1", "b7", "a2"):
        other.play(move)
    lines = [ply.replace(line=()) for ply in plies]
    second_first = shown_analysis(from_position(other.game, other), tuple(lines))["players"]
    assert second_first == [second, first]


def test_a_line_that_the_rules_do_not_allow_any_more_is_cut() -> None:
    record = record_of("ataxx")
    shown = shown_analysis(record, (AnalysedPly(0.5, "0.00", ("b7", "b7", "a6")),))
    assert [move["text"] for move in shown["plies"][0]["line"]] == ["b7"]
