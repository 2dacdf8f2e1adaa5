"""Tests of where players meet."""
