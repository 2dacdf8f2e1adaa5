"""Slow, literal console programs, to compare the installed ones with."""
