"""The portal's database: accounts, games, moves, ratings, puzzles, tournaments and classes."""
