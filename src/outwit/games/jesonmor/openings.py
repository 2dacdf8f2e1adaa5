"""How games of Jeson Mor are begun anew."""

OPENINGS = {"plies": 2}
