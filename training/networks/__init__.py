"""How the network of a game is made, from self-play to the file of weights."""
