"""Numbers of what the learned evaluation sees; ``features.pxd`` says the same to the compiler."""

from outwit.games.jesonmor import ways
from outwit.games.jesonmor.notation import ARCHER, BLACK, KNIGHT, WHITE

STRIDE = ways.STRIDE
# The squares of a board of nine by nine, row by row, and a slot for the rules. Other boards have
# no features.
SIZE = 9
SQUARES = 81
SLOTS = 82
# Nothing, the viewer's knight or archer, or the other's; of the rules: whether legs can be blocked,
# and whether the next move may not capture.
STATES = 5
SWAP = (0, 3, 4, 1, 2)
# The state of each cell as White sees it.
SEEN = [0] * 16
for kind in (KNIGHT, ARCHER):
    SEEN[WHITE | kind] = kind
    SEEN[BLACK | kind] = 2 + kind
# The phases of the game, by the pieces on the board.
PIECES_A_BUCKET = 3
BUCKETS = 6
