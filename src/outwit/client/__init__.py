"""A client of the portal's bot API; it needs nothing but the standard library."""

from outwit.client.client import Client
from outwit.client.online import Challenge, Event, OnlineGame
from outwit.storage.botplays import Plays

__all__ = ["Challenge", "Client", "Event", "OnlineGame", "Plays"]
