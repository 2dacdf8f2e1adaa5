"""The assignment of Ataxx."""
