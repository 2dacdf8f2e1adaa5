"""What pytest leaves out when it looks for doctests."""

# It replaces the compiled modules by their sources, for Sphinx alone.
collect_ignore = ["conf.py"]
