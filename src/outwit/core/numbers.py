"""Numbers of moves and actions; ``numbers.pxd`` says the same to the compiler."""

# No game gives a move this number: it stands for "no move".
NO_MOVE = 0xFFFFFFFF
# Instead of an action: a board of a batch stays as it is.
SKIP = -1
