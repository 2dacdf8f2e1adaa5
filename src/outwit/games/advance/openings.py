"""How games of Advance are begun anew."""

from outwit.core.openings import Openings

OPENINGS = Openings(6)
