"""Tests of boards and squares."""
