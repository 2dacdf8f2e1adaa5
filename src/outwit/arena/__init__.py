"""Where players meet: referee, matches, tournaments, ratings."""
