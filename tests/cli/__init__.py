"""The ``outwit`` command as a user meets it."""
