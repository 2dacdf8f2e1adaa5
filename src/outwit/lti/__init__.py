"""Learning platforms by LTI 1.3: launches, rosters and grades."""
