"""The API for bots."""
