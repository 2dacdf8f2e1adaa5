"""The engine room: one search that plays every game; it knows positions, and no game."""
