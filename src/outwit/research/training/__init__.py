"""Training: how the learned evaluation of a game is made, from self-play to the file of weights."""
