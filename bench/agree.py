"""Play random games by batches, by numbers and by texts, and compare all three at every ply.

    python bench/agree.py [GAME …] [--plies N] [--boards N] [--seed N]

At each ply every board must have the same legal actions, planes, side to move and result as a
position that has played the texts of the same moves. Games start with all variants of the tests.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import process_time

import numpy as np

import outwit
from outwit.core.game import Game
from outwit.core.observing import planes_of
from outwit.core.position import Position

# The root of the tree, so that ``bench`` and ``tests`` are found however this script is run.
sys.path.append(str(Path(__file__).parents[1]))
from bench.arguments import count, game_name, parser_of, run, whole_not_negative
from bench.batch import numbered
from tests.games.starts import Options, starts


def disagreements(game: Game, options: Options, boards: int, plies: int, seed: int) -> int:
    """Play some plies in all; return how many were played. Raise AssertionError if two differ."""
    batch = outwit.Batch(game.start(**options), boards, seed=seed)
    actions = batch.actions
    positions = [game.start(**options) for _ in range(boards)]
    made = 0

    def told(i: int, position: Position) -> str:
        return f"{game.name} {options} board {i}: {' '.join(position.played)}"

    while made < plies:
        chosen = batch.random_actions()
        rewards, terminated, _ = batch.step(chosen)
        masks, planes, turns = batch.legal_mask(), batch.observe(), batch.turn
        for i, position in enumerate(positions):
            mover = position.turn
            text = actions.text(int(chosen[i]), mover)
            position.play(text)
            made += 1
            outcome = position.outcome
            gain = 0
            if outcome is not None and outcome.winner is not None:
                gain = 1 if outcome.winner == mover else -1
            assert (rewards[i], terminated[i]) == (gain, outcome is not None), told(i, position)
            legal = np.zeros(batch.size, "uint8")
            legal[actions.legal(position)] = 1
            assert (masks[i] == legal).all(), told(i, position)
            assert planes[i].tobytes() == planes_of(position), told(i, position)
            assert turns[i] == position.turn, told(i, position)
            if outcome is not None:
                assert batch.position(i).outcome == outcome, told(i, position)
                positions[i] = game.start(**options)
        batch.reset(terminated)
    return made


def main() -> None:
    """Compare the games that are asked for."""
    parser = parser_of(__doc__ or "")
    parser.add_argument("games", nargs="*", type=game_name, metavar="GAME", help="default: all")
    parser.add_argument("--plies", type=count, default=1_000_000, help="default: 1,000,000")
    parser.add_argument("--boards", type=count, default=256, help="default: 256")
    parser.add_argument("--seed", type=whole_not_negative, default=0, help="default: 0")
    given = parser.parse_args()
    names = given.games or [game.name for game in outwit.all_games() if numbered(game.name)]
    for name in names:
        game, start = outwit.game(name), process_time()
        variants = starts(game)
        each = -(-given.plies // len(variants))
        made = sum(
            disagreements(game, options, given.boards, each, given.seed) for options in variants
        )
        print(f"{name}: {made:,} plies agree, {process_time() - start:.0f} s", flush=True)


if __name__ == "__main__":
    run(main)
