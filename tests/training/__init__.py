"""How networks, search numbers and books are made."""
