"""Marks for programs: suites of cases, and reports."""
