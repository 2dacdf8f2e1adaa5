"""The bot API."""
