"""What a game is; no particular game is known here."""
