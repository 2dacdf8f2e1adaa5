"""Students' programs, each with a switch ``--mistake NAME`` as its first arguments."""
