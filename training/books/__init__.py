"""Opening books, grown by the engine's own searches."""
