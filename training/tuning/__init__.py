"""Tuning of a game's search by self-play: simultaneous perturbation (SPSA)."""
