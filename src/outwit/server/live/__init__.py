"""Running games: rooms, referees, the lobby, and the writer of moves."""
