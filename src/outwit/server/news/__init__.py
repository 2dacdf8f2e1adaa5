"""How processes, and those who listen, hear what has happened."""
