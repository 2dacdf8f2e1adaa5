"""Networks are made from many games at once, from the first move to a file the engine reads."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

import outwit
from outwit.engine.limits import Limits
from outwit.engine.network import load_network
from outwit.engine.searcher import Searcher
from outwit.engine.tuning import Tuning
from outwit.errors import UsageError
from outwit.games.ataxx.notation import SQUARES

np = pytest.importorskip("numpy")

from training.networks.__main__ import main  # noqa: E402
from training.networks.boards import command as commands  # noqa: E402
from training.networks.boards import generations as making  # noqa: E402
from training.networks.boards import player as players  # noqa: E402
from training.networks.boards.generations import train_on_boards  # noqa: E402
from training.networks.boards.kernel import Kernel, host_kernel  # noqa: E402
from training.networks.boards.learner import Learner  # noqa: E402
from training.networks.boards.played import Played  # noqa: E402
from training.networks.boards.player import LONGEST_GAME, BoardPlayer  # noqa: E402
from training.networks.boards.positions import HELD_OUT, Positions  # noqa: E402
from training.networks.boards.search import Plan, Search  # noqa: E402
from training.networks.boards.settings import Lesson, ManyGames  # noqa: E402
from training.networks.boards.tables import Tables, tables_of  # noqa: E402
from training.networks.dataset import features_of  # noqa: E402
from training.networks.exporting import COARSE, coarsened, integers  # noqa: E402
from training.networks.images import identity, learn_images  # noqa: E402
from training.networks.weights import new_weights, weights_of  # noqa: E402

pytestmark = pytest.mark.compiled_only

GAME = outwit.game("ataxx")
FEATURES = features_of(GAME)
FULL = sum(1 << square for square in SQUARES)
HOW = ManyGames("ataxx", boards=48, rounds=1, nodes=20, exploration=0.12, side_lines=1.0)
SMALL = ["boards", "ataxx", "--boards", "48", "--nodes", "2", "--hidden", "8", "--rounds", "1"]
SMALL += ["--millions", "0.001", "--batch", "64"]
LESSON = Lesson(hidden=8, millions=0.02, batch=256, rate=0.01, td_lambda=0.95)


@pytest.fixture(scope="module")
def played(kernel: Kernel, tables: Tables) -> Played:
    """A round of games."""
    return BoardPlayer(kernel, HOW).play(tables, 1)


@pytest.fixture
def few_random_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Symmetries are learned from few games, in less time."""
    monkeypatch.setattr(making, "RANDOM_GAMES", 20)


def test_the_device_finds_what_the_host_finds(kernel: Kernel, tables: Tables) -> None:
    network = load_network(FEATURES.network, FEATURES)
    assert network is not None
    host = host_kernel(GAME)
    rng = np.random.default_rng(1)
    first, second, third = rng.integers(1 << 61, size=(3, 5_000)) & FULL
    # Any squares are somebody's, blocked or empty; some boards are full.
    own, other = first & second, third & ~(first & second)
    blocks = np.where(np.arange(5_000) % 3 == 0, FULL & ~own & ~other & first, 0)
    boards = np.stack([own, other, blocks], axis=1)
    there = kernel.arrays.put(boards)
    expected = host.expand(tables_of(network, host.arrays), boards, 6, chance=5)
    found = kernel.expand(tables, there, 6, chance=5)
    for name in ("counts", "random_moves"):
        assert (getattr(found, name).cpu().numpy() == getattr(expected, name)).all(), name
    for name in ("best", "values"):
        assert getattr(found, name).cpu().numpy() == pytest.approx(
            getattr(expected, name), abs=1e-3
        )
    plan = Plan(500, futility=0.12)
    searched = Search(kernel, tables).first_moves(there[::10], plan).best.cpu().numpy()
    alike = Search(host, tables_of(network, host.arrays)).first_moves(boards[::10], plan).best
    assert (np.abs(searched - alike) < 1e-2).mean() > 0.9, "values near a margin may differ"
    moves = found.moves[:, 0].cpu().numpy()
    assert (moves == expected.moves[:, 0]).mean() > 0.99, "moves of nearly the same value"
    played = kernel.play(there, found.moves[:, 0]).cpu().numpy()
    assert (played == host.play(boards, moves)).all()
    for mine, theirs in zip(kernel.look(there), host.look(boards), strict=True):
        assert (mine.cpu().numpy() == theirs).all()


def test_a_seed_gives_the_same_games(kernel: Kernel, tables: Tables, played: Played) -> None:
    player = BoardPlayer(kernel, HOW)
    other, again = player.play(tables, 2), player.play(tables, 1)
    assert (again.chances == played.chances).all()
    assert not (other.chances == played.chances).all()


def test_a_game_goes_on_until_it_ends(played: Played) -> None:
    plies = [len(games) for games in played.games]
    assert plies == sorted(plies, reverse=True)
    assert len(plies) <= LONGEST_GAME
    assert played.moves == sum(plies)
    assert {0.0, 1.0} <= set(played.results.tolist())
    for ply, games in enumerate(played.games[:-1]):
        assert set(played.games[ply + 1].tolist()) <= set(games.tolist())
        assert (played.ends[games] > ply).all()


def test_openings_are_in_balance(
    kernel: Kernel, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    how = HOW.replace(balance=150, plies=6, most_plies=6)
    search, player = Search(kernel, tables), BoardPlayer(kernel, how)
    plan = player.plan(tables)
    boards = player.openings(search, plan)
    assert boards.shape == (HOW.boards, kernel.words)
    values = search.values(boards, plan.replace(nodes=players.BALANCE_NODES))
    assert (values.abs() <= 150 / tables.scale).all()
    monkeypatch.setattr(players, "MOST_DRAWN", 2)
    with pytest.raises(UsageError, match="too few openings in balance"):
        BoardPlayer(kernel, how.replace(balance=1)).openings(search, plan)


def test_side_lines_leave_the_games(played: Played, kernel: Kernel, tables: Tables) -> None:
    lines = sum(map(len, played.side_lines))
    assert 0.8 * played.moves < lines <= played.moves + HOW.boards
    few = BoardPlayer(kernel, HOW.replace(side_lines=0.0)).play(tables, 1)
    assert not few.side_lines
    assert len(few.positions(LESSON)) == few.moves


def by_hand(chances: list[float], strays: list[bool], result: float) -> list[float]:
    """Return the targets of one game, worked out backwards; half of them is what came later."""
    course, targets = result, []
    for own, is_stray in reversed(list(zip(chances, strays, strict=True))):
        after = own if is_stray else 1 - course
        targets.append((own + after) / 2)
        course = 0.2 * own + 0.8 * after
    return targets[::-1]


def test_what_is_learned_is_the_further_course_unless_a_move_strays(played: Played) -> None:
    lesson = LESSON.replace(td_lambda=0.8, result_share=0.5)
    alone = played.replace(side_lines=[])
    positions = alone.positions(lesson)
    for game in range(8):
        plies = [ply for ply, games in enumerate(played.games) if game in games.tolist()]
        rows = positions.games == game
        expected = by_hand(
            played.chances[plies, game].tolist(),
            played.strays[plies, game].tolist(),
            float(played.results[game]),
        )
        # The last plies stand first.
        assert positions.targets[rows].tolist() == pytest.approx(expected[::-1], abs=1e-3)


def test_positions_of_a_game_are_all_held_out_or_none(played: Played) -> None:
    positions = played.positions(LESSON)
    learned, held = positions.parted()
    assert len(learned) + len(held) == len(positions)
    assert set(held.games.tolist()) == set(range(0, HOW.boards, HELD_OUT))


def learner_of(kernel: Kernel, lesson: Lesson = LESSON) -> Learner:
    """Return a new learner that knows no symmetries."""
    return Learner(kernel, FEATURES, identity(FEATURES), lesson, seed=1)


def test_answers_are_those_of_the_weights(kernel: Kernel, played: Played) -> None:
    learner = learner_of(kernel)
    boards = played.boards[10]
    states, phases = (found.cpu().numpy() for found in kernel.look(boards))
    features = identity(FEATURES).features(states, 0)
    expected = learner.weights().answer(features, phases)
    found = learner._answers(boards, 0, learner.parameters).detach().cpu().numpy()
    assert found == pytest.approx(expected, abs=2e-3)


def test_matrices_and_rows_learn_the_same(kernel: Kernel, played: Played) -> None:
    positions = played.positions(LESSON).take(slice(256))
    by_rows, by_matrices = learner_of(kernel), learner_of(kernel)
    by_rows.multiplies, by_matrices.multiplies = False, True
    for _ in range(3):
        losses = [float(each.train(positions, 0, 0.001)) for each in (by_rows, by_matrices)]
        assert losses[0] == pytest.approx(losses[1], rel=1e-3)
    mine, theirs = by_rows.weights(), by_matrices.weights()
    assert np.abs(mine.rows - theirs.rows).mean() < 1e-4


def test_rows_decay_and_nothing_else(kernel: Kernel, played: Played) -> None:
    positions = played.positions(LESSON).take(slice(256))
    decaying, other = (learner_of(kernel, LESSON.replace(decay=decay)) for decay in (0.5, 0.0))
    for each in (decaying, other):
        each.train(positions, 0, 0.01)
    mine, theirs = decaying.weights(), other.weights()
    start = new_weights(FEATURES, LESSON.recipe(1)).rows
    assert mine.rows == pytest.approx(theirs.rows - 0.5 * 0.01 * start, abs=1e-6)
    assert (mine.outputs == theirs.outputs).all()
    assert (mine.bias == theirs.bias).all()


def test_units_at_work_are_neither_cut_off_nor_full(kernel: Kernel, played: Played) -> None:
    learner, positions = learner_of(kernel), played.positions(LESSON)
    assert learner.working(positions) > 0.9, "new weights are small"
    bias = learner.parameters[1]
    with learner.torch.no_grad():
        bias[:6] = learner.torch.tensor([9.0, 9.0, 9.0, -9.0, -9.0, -9.0])
    assert learner.working(positions) <= 2 / 8


def test_features_are_counted_under_all_symmetries(kernel: Kernel, played: Played) -> None:
    games = list(making.random_games(GAME, HOW))[:20]
    images = learn_images(GAME, games)
    learner = Learner(kernel, FEATURES, images, LESSON, seed=1)
    positions = Positions(played.boards[0], played.chances[0], played.games[0])
    counts = learner.counts([positions, positions])
    assert counts.sum() <= 2 * len(positions) * 2 * FEATURES.slots * len(images)
    assert counts.sum() > 2 * len(positions) * 2 * FEATURES.slots * (len(images) - 1)


def test_scores_are_as_large_as_those_of_the_first_network(kernel: Kernel, played: Played) -> None:
    network = load_network(FEATURES.network, FEATURES)
    assert network is not None
    learner, positions = learner_of(kernel), played.positions(LESSON)
    own = learner.weights()
    doubled = own.replace(outputs=2 * own.outputs, output_bias=2 * own.output_bias)
    assert learner.ratio(doubled, positions) == pytest.approx(2, rel=1e-3)
    assert learner.ratio(weights_of(network), positions) > 2


@pytest.mark.usefixtures("few_random_games", "kernel")
def test_networks_are_made_that_the_engine_plays_with(tmp_path: Path) -> None:
    lines: list[str] = []
    paths = train_on_boards(
        HOW, LESSON.replace(coarse=0.01), str(tmp_path), generations=2, report=lines.append
    )
    assert [os.path.basename(path) for path in paths] == ["generation-1.bin", "generation-2.bin"]
    assert "generation 1, round 1: 48 games, " in lines[0]
    before, *_, last = (float(line.split()[-1]) for line in lines[1:12])
    assert last < before
    text = (tmp_path / "generation-2.md").read_text()
    for told in ("| nodes | 20 |", "| network | generation-1.bin ", "| td lambda | 0.95 |"):
        assert told in text
    assert "multiples of 4" in text
    network = load_network(paths[1], FEATURES)
    assert network is not None
    engine = Searcher(Tuning(**GAME.parts.tuning), game=GAME, network=network, mebibytes=1)
    assert GAME.start().is_legal(engine.best(GAME.start(), Limits(nodes=500)).move)


@pytest.mark.usefixtures("few_random_games", "kernel")
def test_the_same_command_goes_on_with_what_is_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*SMALL, "--folder", str(tmp_path)]
    assert main([*words, "--generations", "1"]) == 0
    first = (tmp_path / "generation-1.bin").read_bytes()
    told = capsys.readouterr().out
    assert "generation 1, round 1" in told
    assert main([*words, "--generations", "2"]) == 0
    told = capsys.readouterr().out
    assert "generation 1, round 1" not in told
    assert "generation 2, round 1" in told
    assert (tmp_path / "generation-1.bin").read_bytes() == first
    assert "generation 1: " in told, "it is told that it is there already"
    assert main([*words, "--generations", "2", "--rounds", "2"]) == 2
    assert "names other settings: rounds is not 2 there" in capsys.readouterr().err
    (tmp_path / "boards.json").write_text("{")
    assert main([*words, "--generations", "2"]) == 2
    assert "boards.json' holds no settings" in capsys.readouterr().err
    (tmp_path / "boards.json").unlink()
    assert main([*words, "--generations", "2"]) == 2
    assert "nothing says how the networks there were made" in capsys.readouterr().err
    for path in tmp_path.glob("generation-*"):
        path.unlink()
    assert main([*words, "--generations", "1", "--rounds", "2"]) == 0, "nothing contradicts them"


@pytest.mark.usefixtures("few_random_games", "kernel")
def test_networks_that_are_there_must_be_whole_and_in_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*SMALL, "--folder", str(tmp_path)]
    assert main([*words, "--generations", "2"]) == 0
    first, second = tmp_path / "generation-1.bin", tmp_path / "generation-2.bin"
    second.write_bytes(b"hi")
    assert main([*words, "--generations", "2"]) == 2
    assert f"{str(second)!r} is no network" in capsys.readouterr().err
    first.unlink()
    assert main([*words, "--generations", "2"]) == 2
    told = f"there is no {str(first)!r}, from which generation 2 was made\n"
    assert capsys.readouterr().err == told


@pytest.mark.usefixtures("few_random_games", "kernel")
def test_a_generation_may_go_on_with_the_weights_of_the_player(tmp_path: Path) -> None:
    lesson = LESSON.replace(hidden=128, millions=0.001, rate=1e-5, going_on=True)
    (path,) = train_on_boards(HOW, lesson, str(tmp_path), generations=1)
    before, after = (load_network(each, FEATURES) for each in (FEATURES.network, path))
    assert before is not None
    assert after is not None
    rows = [np.frombuffer(each.rows, np.int8).astype(int) for each in (before, after)]
    seen = rows[1] != 0
    assert np.abs(rows[1] - rows[0])[seen].max() <= 2


def test_rows_of_rare_features_are_multiples_of_four() -> None:
    weights = new_weights(FEATURES, LESSON.recipe()).replace(facts={"game": GAME.name})
    is_rare = np.arange(len(weights.rows)) % 3 == 0
    weights.rows[:6] = [[0.498], [-0.498]] * 3
    coarse = coarsened(weights, is_rare, 0.001)
    rows, before = (integers(each)[0].astype(int) for each in (coarse, weights))
    assert (rows[is_rare] % COARSE == 0).all()
    assert (np.abs(rows - before) <= COARSE).all()
    assert (rows[~is_rare] == before[~is_rare]).all()
    assert f"{is_rare.sum()} rows" in str(coarse.facts["coarse_rows"])


def test_weights_of_a_network_are_the_integers_of_its_file() -> None:
    network = load_network(FEATURES.network, FEATURES)
    assert network is not None
    rows, bias, outputs, output_bias = integers(weights_of(network))
    assert rows.tobytes() == bytes(network.rows)
    assert bias.tobytes() == bytes(network.bias)
    assert outputs.tobytes() == bytes(network.outputs)
    near = np.frombuffer(network.output_bias, np.int32)
    assert np.abs(output_bias - near).max() <= 2


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("push", "push has no features"),
        ("jesonmor", "jesonmor has no rules for many boards"),
        ("ataxx --boards 0", "boards: 0 is not from 1"),
        ("ataxx --generations 0", "generations: 0 is not from 1 on"),
        ("ataxx --nodes 0", "nodes: 0 is not from 1"),
        ("ataxx --plies 5 --most-plies 2", "is no range"),
        ("ataxx --hidden 7", "hidden: 7 is no multiple of 8"),
        ("ataxx --result-share 2", "result-share: 2.0 is not from 0 to 1"),
        ("ataxx --millions nan", "millions: nan is not from"),
        ("ataxx --millions inf", "millions: inf is not from"),
        ("ataxx --seed 99999999999999999999", "seed: 99999999999999999999 is not from 0 to"),
        ("ataxx --most-plies 9000", "most-plies: 9000 is not from 0 to 200"),
        ("ataxx --decided " + 400 * "9", "is not from 1 to 1e+09"),
        ("ataxx --batch 999999999999", "batch: 999999999999 is not from 1 to"),
        ("ataxx --network {none}", "there is no file"),
    ],
)
def test_what_cannot_be_done_is_refused_before_anything_is_played(
    words: str, fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    filled = words.format(none=tmp_path / "none").split()
    assert main(["boards", *filled, "--folder", str(tmp_path / "folder")]) == 2
    told = capsys.readouterr().err
    assert fault in told
    assert told.count("\n") == 1
    assert not (tmp_path / "folder").exists()


@pytest.mark.parametrize(
    "error", [MemoryError(), RuntimeError("DefaultCPUAllocator: can't allocate memory: 9 bytes")]
)
def test_too_many_boards_for_the_memory_are_one_line(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(commands, "train_on_boards", fail)
    assert main(["boards", "ataxx", "--boards", "99"]) == 2
    told = capsys.readouterr().err
    assert told == "99 boards or batches of 32768 do not fit into memory: use fewer\n"


def test_without_pytorch_a_line_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    assert main(["boards", "ataxx", "--folder", str(tmp_path / "folder")]) == 2
    assert (
        capsys.readouterr().err == "PyTorch is not installed: it comes with the extra 'training'\n"
    )
    assert not (tmp_path / "folder").exists()


def test_the_step_says_what_it_offers(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["boards", "--help"])
    told = capsys.readouterr().out
    for name in (*ManyGames.fields, *Lesson.fields):
        assert name == "game" or f"--{name.replace('_', '-')}" in told
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    assert "boards --help" in capsys.readouterr().out.replace("\n", " ")
    assert main(["--folder", "x", "match", "ataxx"]) == 2
    assert capsys.readouterr().err == "match comes first: its options follow it\n"
