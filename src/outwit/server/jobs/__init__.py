"""Background work: tournaments, class nights, analyses, searches and films."""
