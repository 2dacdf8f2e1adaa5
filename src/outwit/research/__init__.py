"""Research on the games: learning from the engine's own play."""
