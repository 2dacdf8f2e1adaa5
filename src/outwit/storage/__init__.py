"""The portal's database: accounts, games and their moves, and all that must not be lost."""
