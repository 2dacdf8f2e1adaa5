"""Numbers for how a game stands, as ``Rules.judge`` returns them.

Either RUNNING, or a result plus REASON times the index of the reason in ``terminations``.
``verdict.pxd`` says the same to the compiler.
"""

RUNNING = 0
FIRST_WINS = 1
SECOND_WINS = 2
DRAWN = 3
REASON = 4
