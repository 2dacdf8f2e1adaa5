"""The assignment of Push."""
