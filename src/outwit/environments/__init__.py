"""Games for programs that learn: batches of boards, with numbers for moves and positions."""
