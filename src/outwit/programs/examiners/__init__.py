"""Examiners: each marks programs for one assignment by what the assignment asks."""
