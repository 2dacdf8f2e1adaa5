"""News between processes, and from the portal to listeners."""
