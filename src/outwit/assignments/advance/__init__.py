"""The assignment of Advance."""
