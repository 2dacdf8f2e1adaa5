"""The five programs, each to be used in place of the original."""
