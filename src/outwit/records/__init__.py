"""Games as they were played: reading, writing, checking and replaying records."""
