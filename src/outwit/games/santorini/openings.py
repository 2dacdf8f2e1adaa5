"""How games of Santorini are begun anew."""

OPENINGS = {"plies": 2}
