"""Data sets for learning: the positions of games as Parquet files."""
