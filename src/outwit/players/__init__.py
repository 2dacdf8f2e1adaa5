"""Players: random, careful, engine, a game's own bots, other people's programs."""
