"""Recorded games as films, contact sheets and curves."""
