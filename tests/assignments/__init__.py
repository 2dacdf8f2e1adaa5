"""The five assignments: programs, run as processes, and their examiners."""
