"""Tests of tables and pages about tournaments."""
