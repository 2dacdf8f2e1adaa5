"""The five console programs, run as processes."""
