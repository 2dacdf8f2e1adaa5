"""Batches of boards on a graphics processor."""
