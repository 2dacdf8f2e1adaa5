"""Games while they are played: rooms, their referees, the lobby, and the way to the disk."""
