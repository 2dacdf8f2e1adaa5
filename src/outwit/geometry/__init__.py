"""Boards and squares; no game is known here."""
