"""The assignment of Santorini."""
