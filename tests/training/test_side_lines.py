"""Games of self-play are left by random moves, and what comes of them is scored."""

from __future__ import annotations

from pathlib import Path

import pytest

import outwit

np = pytest.importorskip("numpy")

from training.networks.dataset import load  # noqa: E402
from training.networks.played import (  # noqa: E402
    FORMAT,
    NO_RESULT,
    mend,
    read_facts,
    read_games,
)
from training.networks.recipe import Recipe, fitted_scale  # noqa: E402
from training.networks.selfplay import Player, SelfPlay, play_games  # noqa: E402

pytestmark = pytest.mark.compiled_only

GAME = outwit.game("ataxx")
HOW = SelfPlay("ataxx", nodes=60)


def test_a_game_is_left_by_random_moves_that_the_engine_answers() -> None:
    player = Player(HOW.replace(side_lines=30))
    game = player.play(1)
    lines = player.leave(game, 1)
    assert player.leave(game, 1) == lines
    assert 20 < len(lines) <= 30
    on_the_way = {position.key for position, _ in game.replay(GAME)}
    texts = {position.text for position, _ in game.replay(GAME)}
    children = set()
    for position, _ in game.replay(GAME):
        for number in position.legal_numbers:
            child = position.copy()
            child.play_number(number)
            children.add(child.text)
    for line in lines:
        assert line.is_side_line
        assert 1 <= len(line.moves) == len(line.scores) <= 4
        assert line.start in children
    assert sum(line.start not in texts for line in lines) > 20
    seen = [position.key for line in lines for position, _ in line.replay(GAME)]
    assert len(set(seen) - on_the_way) > 60


def test_side_lines_are_played_again_with_the_game_that_they_left(tmp_path: Path) -> None:
    how = HOW.replace(side_lines=5)
    (path,) = play_games(how, str(tmp_path), games=2)
    whole = Path(path).read_bytes()
    kinds = "".join("s" if line.is_side_line else "G" for line in read_games(path))
    assert kinds == "sssssGsssssG"
    Path(path).write_bytes(whole[:-5])
    assert "".join("s" if line.is_side_line else "G" for line in read_games(path)) == "sssssGsssss"
    assert mend(path) == 1
    play_games(how, str(tmp_path), games=2)
    assert Path(path).read_bytes() == whole


def test_of_side_lines_only_the_scores_are_learned(tmp_path: Path) -> None:
    data = load(GAME, play_games(HOW.replace(nodes=20, side_lines=6), str(tmp_path), games=22))
    aside = data.points == NO_RESULT
    assert 0.2 < aside.mean() < 0.6
    assert data.is_last[aside].all()
    recipe = Recipe(scale=400)
    chances = 1 / (1 + np.exp(-data.scores / 400))
    for share in (0.0, 0.9):
        targets = recipe.replace(td_lambda=share).targets(data)
        assert np.allclose(targets[aside], chances[aside], atol=1e-5)
    assert not np.allclose(recipe.targets(data)[~aside], chances[~aside], atol=1e-2)
    # One of the games is held out, with all that left it.
    assert 0 < data.is_held[aside].sum() <= 6 * 4
    assert fitted_scale(data) == fitted_scale(data.take(~aside))


def test_a_file_that_does_not_speak_of_side_lines_has_none(tmp_path: Path) -> None:
    (path,) = play_games(HOW, str(tmp_path), games=1)
    whole = Path(path).read_bytes()
    facts, length = read_facts(path)
    assert facts["format"] == FORMAT
    older = whole[:length].replace(b', "side_lines": 0', b"")
    assert older != whole[:length]
    Path(path).write_bytes(older + whole[length:])
    play_games(HOW, str(tmp_path), games=2)
    assert len(list(read_games(path))) == 2
    with pytest.raises(outwit.errors.UsageError, match="side_lines 0, not 5"):
        play_games(HOW.replace(side_lines=5), str(tmp_path), games=3)
