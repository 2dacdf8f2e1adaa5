"""What every request and socket passes on its way in, and every answer on its way out."""
