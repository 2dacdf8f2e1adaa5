"""Arithmetic on results: scores, Elo, Bradley–Terry ratings, Glicko-2, sequential tests."""
