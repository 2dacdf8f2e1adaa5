"""Tests of the arithmetic on results."""
