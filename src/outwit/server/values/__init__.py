"""What is shown and decided by plain functions and values: no task, no socket, no lock."""
