"""Marking programs: right ones, wrong ones and hostile ones."""
