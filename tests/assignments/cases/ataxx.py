"""Moves of ``ataxx`` as somebody types them."""

from __future__ import annotations

import random

from tests.oracles.ataxx import PASS, State, distance


def word(state: State, move: str, rng: random.Random) -> str:
    """A legal move as it is typed; any neighbour may be the source of a clone."""
    if move == PASS:
        return "-"
    if len(move) == 4:
        return f"{move[:2]}-{move[2:]}"
    own = [piece for piece in state.pieces(state.side) if distance(piece, move) == 1]
    return f"{rng.choice(own)}-{move}"


def flips(state: State, move: str) -> int:
    """How many pieces of the other colour the move turns round."""
    before = len(state.pieces(state.side))
    return len(state.play(move).pieces(state.side)) - before


def good_move(state: State, style: str, rng: random.Random) -> str:
    """A legal move, as a player of this style likes it."""
    moves = state.legal_moves()
    jumps = [move for move in moves if len(move) == 4 and move != PASS]
    clones = [move for move in moves if len(move) == 2]
    if style == "jumper" and jumps:
        moves = jumps
    elif style == "cloner" and clones:
        moves = clones
    elif style == "greedy":
        few = rng.sample(moves, min(len(moves), 8))
        return word(state, max(few, key=lambda move: flips(state, move)), rng)
    return word(state, rng.choice(moves), rng)
