"""The tests: one folder for each of ``outwit``, and ``oracles`` to compare the games with."""
