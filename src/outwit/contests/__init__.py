"""Matches and tournaments from Python: players of every kind, and results to look at."""
