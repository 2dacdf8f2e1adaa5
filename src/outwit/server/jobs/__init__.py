"""What goes on without anybody asking: tournaments, class nights, analyses, searches, films."""
