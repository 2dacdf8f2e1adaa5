from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import outwit
from outwit.core.game import Game
from outwit.engine.evaluator import Evaluator
from outwit.engine.network import Network, load_network
from outwit.errors import UsageError
from tests.engine.networks import start, write_network
from tests.mode import amount, sample

LEARNED = [game for game in outwit.all_games() if game.parts.features is not None]
PLIES = 20


def random_network(game: Game, folder: Path, hidden: int) -> Network:
    features = game.parts.features
    assert features is not None
    write_network(folder / "network.bin", features, hidden)
    network = load_network(str(folder / "network.bin"), features)
    assert network is not None
    return network


# Numbers are added up by 128, by 64, by 32 and one by one.
@pytest.mark.parametrize("hidden", [24, 128, 168, 192])
@pytest.mark.parametrize("game", LEARNED, ids=lambda game: game.name)
def test_sums_kept_from_ply_to_ply_are_those_made_from_scratch(
    game: Game, hidden: int, tmp_path: Path
) -> None:
    network, rng = random_network(game, tmp_path, hidden), Random(5)
    position = start(game)
    for _ in range(rng.randrange(10)):
        position.play(rng.choice(list(position.legal_moves)))
    evaluator = Evaluator(network, position, PLIES)
    ply = 0
    for _ in range(amount(sample(80, 40), 8)):
        back = position.is_over or ply == PLIES - 1 or (ply and rng.random() < 0.4)
        if back:
            position.undo()
        else:
            position.play(rng.choice(list(position.legal_moves)))
        ply += -1 if back else 1
        # Some plies are passed over, and their successors start from an earlier one.
        if rng.random() < 0.8:
            assert evaluator.score(ply) == network.score(position)
        else:
            evaluator.score(ply)


def test_a_ply_beyond_the_room_is_refused(tmp_path: Path) -> None:
    game = LEARNED[0]
    evaluator = Evaluator(random_network(game, tmp_path, 24), start(game), 3)
    for ply in (-1, 3):
        with pytest.raises(UsageError, match=f"ply {ply} is not from 0 to 2"):
            evaluator.score(ply)
