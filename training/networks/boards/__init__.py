"""Training on many boards: a graphics processor plays hundreds of thousands of games at once."""
