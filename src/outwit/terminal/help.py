"""The help page: the list of keys."""

from __future__ import annotations

HELP = """\
arrows, Enter  move the cursor, select a square
mouse          click a piece, then where it goes
Esc            clear the selection, come back to the game
/              type a move
p              make a move without squares, such as a pass
u, r           undo, redo
h              hint
e              show who is better, or no longer
f              flip the board
[ and ]        step through the game
Home, End      the beginning, the game as it stands
x              resign
m              rematch with sides swapped
n              new game
s, l           save the game, load a record
i              the rules of the game
v              the moves in words
d              light or dark
q              quit

Games are kept after every move. The menu offers to go on with them.
"""
