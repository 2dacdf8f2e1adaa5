"""A bot for every game with board files: it wins if it can at once, else it plays at random.

It is run once a move: ``python3 quick.py GAME SIDE IN OUT``.
"""

import random
import sys

import outwit

name, side, source, target = sys.argv[1:]
game = outwit.game(name)
with open(source, "rb") as file:
    position = game.load(file.read(), [name.lower() for name in game.sides].index(side))
moves = list(position.legal_moves)
choice = random.choice(moves)
for move in moves:
    position.play(move)
    if position.outcome is not None and position.outcome.winner is not None:
        choice = move
    position.undo()
position.play(choice)
with open(target, "wb") as file:
    file.write(position.to_file())
