"""How games of Advance are begun anew."""

OPENINGS = {"plies": 6}
