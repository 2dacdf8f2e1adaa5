"""The migrations of the database, one module each; a released migration never changes."""
