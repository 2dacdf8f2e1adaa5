"""How our networks, search numbers and opening books are made; the wheel leaves it out."""
