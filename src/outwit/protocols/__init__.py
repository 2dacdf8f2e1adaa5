"""The engine as a process for other people's tournament managers."""
