"""Slow, literal rules of the games, to compare the fast ones with."""
