"""The engine: one search for every game. It uses positions only and knows no game."""
