"""Tests of the rules, for all games alike and for each by itself."""
