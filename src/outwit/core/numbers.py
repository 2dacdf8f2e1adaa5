"""Numbers of moves; ``numbers.pxd`` says the same to the compiler."""

# No game gives a move this number: it stands for "no move".
NO_MOVE = 0xFFFFFFFF
