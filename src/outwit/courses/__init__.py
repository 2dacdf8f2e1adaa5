"""Assignments of classes at work: workers build, mark and play what was handed in."""
