"""How games of Advance begin in a match."""

from outwit.core.openings import Openings

OPENINGS = Openings(6)
