"""A network is made from end to end: games, positions, weights, and a file the engine reads."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from ctypes import c_longlong
from errno import ENOSPC
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import outwit
from outwit.engine.evaluator import Evaluator
from outwit.engine.limits import Limits
from outwit.engine.network import load_network
from outwit.engine.searcher import Searcher
from outwit.engine.tuning import Tuning
from outwit.errors import BadFile, UsageError

np = pytest.importorskip("numpy")

from tests.tools import CURE  # noqa: E402
from tests.training.program import python  # noqa: E402
from training.networks import dataset  # noqa: E402
from training.networks import selfplay as playing  # noqa: E402
from training.networks.__main__ import keep_shipped, main  # noqa: E402
from training.networks.dataset import Dataset, features_of, load, seen_by_mover  # noqa: E402
from training.networks.exporting import export  # noqa: E402
from training.networks.fitting import fit, seen_features, trainer_of  # noqa: E402
from training.networks.images import identity, learn_images  # noqa: E402
from training.networks.numpytrainer import NumpyTrainer  # noqa: E402
from training.networks.played import (  # noqa: E402
    PlayedGame,
    mend,
    read_games,
    start_of,
)
from training.networks.recipe import Recipe, fitted_scale, most_row  # noqa: E402
from training.networks.selfplay import (  # noqa: E402
    Player,
    SelfPlay,
    play_games,
    verdict,
)
from training.networks.weights import load_weights, new_weights, save_weights  # noqa: E402

if TYPE_CHECKING:
    from training.networks.fitting import Trainer

pytestmark = pytest.mark.compiled_only

GAME = outwit.game("ataxx")
FEATURES = features_of(GAME)
HOW = SelfPlay("ataxx", nodes=40)
SMALL = Recipe(hidden=8, epochs=5, batch=64, rate=0.01)
GAMES = 16


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """A file of some games."""
    folder = str(tmp_path_factory.mktemp("games"))
    return play_games(HOW, folder, games=GAMES)


@pytest.fixture(scope="module")
def data(played: list[str]) -> Dataset:
    """Their positions."""
    return load(GAME, played)


def test_a_number_gives_the_same_game_whatever_was_played_before(played: list[str]) -> None:
    games = list(read_games(played[0]))
    assert len(games) == GAMES
    player = Player(HOW)
    assert player.play(3) == games[3]
    assert player.play(2) == games[2]


def test_openings_that_are_decided_are_drawn_again() -> None:
    how = SelfPlay("ataxx", nodes=60, plies=12, most_plies=12)
    far = [number for number in range(8) if abs(Player(how).play(number).scores[0]) > 400]
    assert far, "some random openings favour one side"
    balanced = Player(how.replace(balance=400))
    for number in far:
        game = balanced.play(number)
        # The table knows the position from the search that judged the opening.
        assert abs(game.scores[0]) < 700
        assert game == balanced.play(number)


def test_openings_differ_in_blocks_and_plies(played: list[str]) -> None:
    starts = [game.start for path in played for game in read_games(path)]
    assert len(set(starts)) > len(starts) * 0.9
    assert {"-" in start for start in starts} == {True, False}


def test_a_game_that_was_cut_off_is_left_out_and_played_again(tmp_path: Path) -> None:
    (path,) = play_games(HOW, str(tmp_path), games=3)
    whole = Path(path).read_bytes()
    Path(path).write_bytes(whole[:-5])
    assert len(list(read_games(path))) == 2
    assert mend(path) == 2
    Path(path).write_bytes(whole[:-5])
    play_games(HOW, str(tmp_path), games=3)
    assert Path(path).read_bytes() == whole


def test_games_played_another_way_are_not_added_to_a_file(tmp_path: Path) -> None:
    play_games(HOW, str(tmp_path), games=1)
    with pytest.raises(UsageError, match="another way"):
        play_games(HOW.replace(nodes=61), str(tmp_path), games=2)


def test_a_position_takes_three_to_four_bytes(played: list[str]) -> None:
    positions = sum(len(game.moves) for path in played for game in read_games(path))
    assert sum(map(os.path.getsize, played)) < 4.5 * positions


def test_a_game_reads_as_it_was_written_with_options_and_many_moves(tmp_path: Path) -> None:
    start = start_of(GAME.start(clock="100"))
    game = PlayedGame(start, (3, 300), (-5, 30_995), 1)
    path = tmp_path / "x.games"
    path.write_bytes(b'{"format": "outwit games 1"}\n' + game.encode())
    assert list(read_games(str(path))) == [game]
    position, score = next(game.replay(GAME))
    assert (position.options, score) == ({"clock": "100"}, -5)
    path.write_bytes(b"{}\n")
    with pytest.raises(BadFile, match="no games of self-play"):
        list(read_games(str(path)))


def test_scores_decide_a_game_that_they_agree_on_for_long() -> None:
    start = GAME.start()
    assert verdict(start, [900, -900] * 3, False, 800) == 0
    assert verdict(start, [-900, 900] * 3, False, 800) == 2
    assert verdict(start, [-900, 900] * 3, False, 901) is None
    assert verdict(start, [900] * 6, False, 800) is None
    assert verdict(start, [900, -900], False, 800) is None
    assert verdict(start, [30_990], True, 800) == 2


def test_positions_are_as_the_side_to_move_sees_them(played: list[str], data: Dataset) -> None:
    (*_, game) = read_games(played[0])
    rows = {int(key): row for row, key in enumerate(data.keys)}
    for position, score in game.replay(GAME):
        if abs(score) > 30_000:
            continue
        row = rows[position.key]
        own, other = np.split(np.array(position.slot_states), 2)
        seen = (own, other) if position.turn == outwit.FIRST else (other, own)
        assert (data.states[row] == np.concatenate(seen)).all()
        assert data.buckets[row] == position.phase
    assert len(rows) == len(data)
    assert 0 < data.is_held.sum() < len(data) / 10


def test_images_are_those_of_the_rules(played: list[str]) -> None:
    games = list(read_games(played[0]))[:5]
    images = learn_images(GAME, games)
    assert len(images) == 8
    slots = np.tile(np.arange(FEATURES.slots), 2) * FEATURES.states
    for position, _ in games[1].replay(GAME):
        states = np.array(seen_by_mover(position))[None]
        for number, symmetry in enumerate(position.symmetries):
            expected = slots + np.array(seen_by_mover(position.image(symmetry)))
            assert (images.features(states, number)[0] == expected).all(), symmetry.name


def test_a_position_with_a_state_nobody_saw_is_left_as_it_is(played: list[str]) -> None:
    images = learn_images(GAME, list(read_games(played[0]))[:1])
    states = np.full((1, 2 * FEATURES.slots), 255)
    own = identity(FEATURES).features(states, 0)
    assert all((images.features(states, number) == own).all() for number in range(8))


def test_later_scores_of_a_game_are_part_of_what_is_learned(data: Dataset) -> None:
    recipe = SMALL.replace(scale=400, score_share=1.0, td_lambda=0.75)
    last = int(np.flatnonzero(data.is_last)[0])
    expected = data.points[last] / 2
    targets = recipe.targets(data)
    for number in range(last, -1, -1):
        own = 1 / (1 + np.exp(-data.scores[number] / 400))
        expected = 0.25 * own + 0.75 * expected
        assert targets[number] == pytest.approx(expected, abs=1e-5), number
        # The position before it is the other side's.
        expected = 1 - expected
    # The next game knows nothing of the first.
    assert recipe.targets(data.take(np.arange(last + 1, len(data)))) == pytest.approx(
        targets[last + 1 :], abs=1e-6
    )


def test_gradients_are_those_of_small_changes(data: Dataset) -> None:
    recipe = SMALL.replace(scale=400)
    trainer = NumpyTrainer(FEATURES, data, recipe.targets(data), identity(FEATURES), recipe)
    trainer.numbers = [array.astype(np.float64) for array in trainer.numbers]
    seen = trainer.images.features(data.states[:40], 0)
    given = data.buckets[:40], trainer.targets[:40], np.linspace(-1, 1, 40)
    _, gradients = trainer.gradients(seen, *given)
    rng = np.random.default_rng(1)
    for array, gradient in zip(trainer.numbers, gradients, strict=True):
        touched = np.argwhere(gradient != 0)
        for place in map(tuple, rng.choice(touched, 10)):
            before = array[place]
            losses = []
            for change in (1e-4, -1e-4):
                array[place] = before + change
                losses.append(trainer.gradients(seen, *given)[0])
            array[place] = before
            slope = (losses[0] - losses[1]) / 2e-4
            assert slope == pytest.approx(gradient[place], rel=0.02, abs=1e-7)


def course(backend: str, data: Dataset, played: list[str]) -> tuple[list[float], Trainer]:
    """Train for a few steps, and return the losses."""
    images = learn_images(GAME, read_games(played[0]))
    recipe = SMALL.replace(scale=400, decay=0.01)
    trainer = trainer_of(backend, FEATURES, data, recipe.targets(data), images, recipe)
    rows = np.arange(len(data))
    losses = [trainer.measure(rows)]
    trainer.begin(rows)
    for symmetry in range(8):
        trainer.train(128 * symmetry, 128 * symmetry + 128, symmetry, 0.005)
        losses.append(trainer.measure(rows))
    return [*losses, trainer.mean_loss()], trainer


def test_both_back_ends_learn_the_same(data: Dataset, played: list[str]) -> None:
    pytest.importorskip("torch", reason=f"PyTorch is not installed{CURE}pip install torch")
    (expected, mine), (found, theirs) = (
        course(backend, data, played) for backend in ("numpy", "torch")
    )
    assert found == pytest.approx(expected, rel=1e-3)
    assert np.allclose(mine.weights().rows, theirs.weights().rows, atol=2e-3)


def test_the_scale_is_the_one_that_tells_results_best(data: Dataset) -> None:
    rng = np.random.default_rng(1)
    scores = rng.integers(-1000, 1000, 50_000).astype(np.int16)
    wins = rng.random(50_000) < 1 / (1 + np.exp(-scores / 250))
    rows = np.zeros(50_000, np.int64)
    made = data.take(rows).replace(scores=scores, points=2 * wins.astype(np.uint8))
    assert 235 < fitted_scale(made) < 265


def test_the_rate_grows_and_falls() -> None:
    rates = [SMALL.rate_at(step, 1000) for step in range(1000)]
    assert max(rates) == pytest.approx(SMALL.rate)
    assert rates[0] == pytest.approx(SMALL.rate / 20)
    assert rates[-1] < SMALL.rate * 0.011
    assert rates[20:] == sorted(rates[20:], reverse=True)


def test_the_network_that_is_written_answers_as_the_one_that_was_trained(
    played: list[str], data: Dataset, tmp_path: Path
) -> None:
    lines: list[str] = []
    weights = fit(GAME, played, SMALL, report=lines.append)
    losses = weights.facts["losses"]
    assert isinstance(losses, list)
    assert len(losses) == SMALL.epochs + 1
    # So few games are learned by heart; of the others, even fewer, the loss says little.
    first, *_, last = (float(line.split("loss ")[1].split(",")[0]) for line in lines[2:])
    assert last < 0.8 * first
    assert len(lines) == SMALL.epochs + 2
    assert np.abs(weights.rows).max() <= most_row(FEATURES)
    # Rows of what was never seen are empty.
    images = learn_images(GAME, (game for path in played for game in read_games(path)))
    seen = seen_features(FEATURES, data, images)
    assert (weights.rows[seen == 0] == 0).all()
    assert (weights.rows[seen > 0] != 0).any(axis=1).all()
    save_weights(str(tmp_path / "weights.npz"), weights)
    path = str(tmp_path / "network.bin")
    export(FEATURES, load_weights(str(tmp_path / "weights.npz")), path)
    text = (tmp_path / "network.md").read_text()
    assert "| nodes" not in text
    assert "nodes 40" in text
    assert f"| positions | {(~data.is_held).sum()} |" in text
    network = load_network(path, FEATURES)
    assert network is not None
    assert network.scale == weights.facts["scale"]
    games = list(read_games(played[0]))
    mistakes = []
    for position, _ in chain.from_iterable(game.replay(GAME) for game in games[:5]):
        features = identity(FEATURES).features(np.array(seen_by_mover(position))[None], 0)
        expected = weights.answer(features, np.array([position.phase]))[0]
        score = Evaluator(network, position, 1).score(0)
        mistakes.append(abs(score / network.scale - expected))
    assert max(mistakes) < 0.1
    assert np.mean(mistakes) < 0.02
    engine = Searcher(Tuning(**GAME.parts.tuning), game=GAME, network=network, mebibytes=1)
    assert GAME.start().is_legal(engine.best(GAME.start(), Limits(nodes=500)).move)


def test_the_program_makes_a_network(tmp_path: Path) -> None:
    folder, output = ("--folder", str(tmp_path)), ("--output", str(tmp_path / "network.bin"))
    small = "--games 6 --nodes 20 --processes 1 --epochs 1 --hidden 8 --batch 64"
    assert main(["all", "ataxx", *folder, *output, *small.split(" ")]) == 0
    assert load_network(str(tmp_path / "network.bin"), FEATURES) is not None


def test_processes_share_the_games(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    how = HOW.replace(nodes=10)
    code = "from training.networks.selfplay import *; play_games({!r}, {!r}, games=5, processes=2)"
    python("-c", code.format(how, str(two)))
    (alone,) = play_games(how, str(one), games=5)
    games = list(read_games(alone))
    assert list(read_games(str(two / "seed1-0.games"))) == games[::2]
    assert list(read_games(str(two / "seed1-1.games"))) == games[1::2]


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("selfplay ataxx --games 0", "from 1 on"),
        ("selfplay ataxx --plies 5 --most-plies 2", "is no range"),
        ("selfplay ataxx --network {none}", "there is no file"),
        ("selfplay ataxx --network {text}", "is no network"),
        ("selfplay push --network {text}", "no features"),
        ("selfplay ataxx --folder {text}", "cannot be made"),
        ("selfplay ataxx --network {folder}", "cannot be read"),
        ("selfplay ataxx --games -3", "games: -3 is not from 1 on"),
        ("selfplay ataxx --seconds -3", "seconds: -3 is not above 0"),
        ("selfplay ataxx --balance -1", "balance: -1 is not from 0 on"),
        ("all ataxx --hidden 7", "hidden: 7 is no multiple of 8"),
        ("all ataxx --td-lambda 2", "td-lambda: 2.0 is not from 0 to 1"),
        ("all ataxx --rate nan", "rate: nan is not from"),
        ("all ataxx --epochs 0", "epochs: 0 is not from 1 on"),
        ("all ataxx --output {none}/n.bin", "cannot be written: there is no folder"),
        ("all ataxx --output {folder}", "cannot be written: it is a folder"),
        ("all push --output {folder}/n.bin", "push has no features to learn from"),
        ("fit ataxx --folder {folder}", "there are no games"),
        ("fit ataxx --folder {none}", "there are no games"),
        ("export ataxx --folder {folder}", "no network has been trained"),
    ],
)
def test_what_cannot_be_done_is_refused_before_anything_is_played(
    words: str, fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, folder = tmp_path / "text", tmp_path / "folder"
    text.write_text("no network")
    folder.mkdir()
    filled = words.format(none=tmp_path / "none", text=text, folder=folder)
    if "--folder" not in words:
        filled += f" --folder {folder}"
    assert main([*filled.split(), "--processes", "2"]) == 2
    told = capsys.readouterr().err
    assert fault in told
    assert told.count("\n") == 1
    assert list(folder.iterdir()) == []


def test_what_a_back_end_lacks_is_told_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    assert main(["all", "ataxx", "--backend", "torch", "--folder", str(tmp_path)]) == 2
    assert "PyTorch is not installed" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_the_network_that_a_game_came_with_is_kept(tmp_path: Path) -> None:
    own, folder = tmp_path / "network.bin", tmp_path / "training"
    folder.mkdir()
    for name in ("first", "second"):
        own.write_text(name)
        keep_shipped(str(own), str(folder))
    assert (folder / "network-before.bin").read_text() == "first"


def test_a_full_disk_in_self_play_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(playing, "fill", fail)
    # It would be ignored from here on, by this process and all that it starts.
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    share = playing.Share(str(tmp_path / "1.games"), 1, 0, 1)
    with pytest.raises(SystemExit):
        playing.work(HOW, share, c_longlong(), None, 0)
    line = f"{share.path!r} cannot be written: No space left on device\n"
    assert capfd.readouterr().err == line


def test_weights_of_another_game_are_not_exported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    weights = new_weights(FEATURES, SMALL).replace(facts={"game": GAME.name, "scale": 400})
    save_weights(str(tmp_path / "weights.npz"), weights)
    output = tmp_path / "network.bin"
    words = ["export", "santorini", "--folder", str(tmp_path), "--output", str(output)]
    assert main(words) == 2
    assert "holds weights of ataxx, not of santorini" in capsys.readouterr().err
    assert not output.exists()
    save_weights(str(tmp_path / "weights.npz"), weights.replace(bias=weights.bias + np.inf))
    words[1] = "ataxx"
    assert main(words) != 0
    assert "numbers without end" in capsys.readouterr().err
    whole = (tmp_path / "weights.npz").read_bytes()
    (tmp_path / "weights.npz").write_bytes(whole[:9000])
    assert main(words) != 0
    assert "is damaged" in capsys.readouterr().err


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_damaged_games_are_named(
    tmp_path: Path,
    played: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    # Processes that start from nothing take longer.
    monkeypatch.setattr(dataset, "get_context", lambda _: multiprocessing.get_context("fork"))
    whole = Path(played[0]).read_bytes()
    start = whole.index(b"\n") + 1
    path = tmp_path / "seed1-0.games"
    for data in (b"hello\n", whole[: start + 10] + b"\xff" * 60 + whole[start + 70 :]):
        path.write_bytes(data)
        for words in (["fit", "ataxx"], ["selfplay", "ataxx", "--nodes", "40"]):
            assert main([*words, "--folder", str(tmp_path), "--processes", "2"]) != 0
            told = capsys.readouterr().err
            assert told.count("\n") == 1
            assert str(path) in told


def test_a_move_that_there_is_not_is_told() -> None:
    game = PlayedGame(start_of(GAME.start()), (0, 250), (0, 0), 1)
    with pytest.raises(BadFile, match="a move that there is not"):
        list(game.replay(GAME))
