"""Boards as bits: single instructions when compiled (see ``bits.pxd``), these when interpreted."""

WORD = (1 << 64) - 1


def bit(square: int) -> int:
    """Return the board of one square; ``1 << square`` would be cut to 32 bits when compiled."""
    return 1 << square


def popcount(board: int) -> int:
    """Count the squares of a board."""
    return board.bit_count()


def lsb(board: int) -> int:
    """Return the lowest square of a board that is not empty."""
    return (board & -board).bit_length() - 1


def mix(word: int) -> int:
    """Scatter a word over 64 bits, one to one (the finaliser of SplitMix64)."""
    word = (word + 0x9E3779B97F4A7C15) & WORD
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & WORD
    return word ^ (word >> 31)


def full_bytes(word: int) -> int:
    """Return a bit for each of the eight bytes of a word that is not 0, the lowest first."""
    return sum(1 << i for i in range(8) if word >> 8 * i & 255)


def bytes_of(byte: int) -> int:
    """Return a word whose eight bytes are the bits of a byte, the lowest first."""
    return sum((byte >> i & 1) << 8 * i for i in range(8))
