"""The weights of a learned evaluation, read from the table in a game's folder."""

from __future__ import annotations

import sys
from array import array
from functools import lru_cache

from outwit.engine.units import HIDDEN_ONE, OUTPUT_ONE
from outwit.errors import BadFile
from outwit.files import parse_json, read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.core.features import Features
    from outwit.core.position import Position

FORMAT = "outwit network 2"
MOST_SCALE = 1_000_000
LARGEST_FILE = 1 << 24
LONGEST_HEAD = 4_096
# Largest hidden layer: the squares of a half, each below 255 * 255 * 128, add up in 32 bits.
MOST_HIDDEN = 256
# Largest output weight: an evaluator multiplies it by at most 255 in 16 bits.
LARGEST_OUTPUT = 32_767 // HIDDEN_ONE
# Largest sum of a bias and one row for each slot, in 16 bits; bound of a row's weight.
LARGEST_SUM, LARGEST_WEIGHT = 32_767, 128


class Network:
    """A network of one hidden layer, in integers.

    Each state of each slot has a row of ``hidden`` weights, a byte each; the rows of a position and
    ``bias`` add up to what one side's half of the hidden layer holds, 255 standing for 1. Cut off
    below 0 and above 255 and squared, it is weighted by the ``outputs`` of the position's bucket:
    first the half of the side to move, then the other's. 255 * 255 * 64 in all are worth ``scale``.
    A network that ``corrects`` is added to the evaluation written by hand.
    """

    def __init__(
        self,
        slots: int,
        states: int,
        buckets: int,
        hidden: int,
        scale: int,
        corrects: bool = False,
        mirror: tuple[int, ...] = (),
        swap: tuple[int, ...] = (),
        common: int = 0,
    ) -> None:
        self.slots = slots
        self.states = states
        self.buckets = buckets
        self.hidden = hidden
        self.scale = scale
        self.corrects = corrects
        self.mirror = mirror or tuple(range(slots))
        self.swap = swap or tuple(range(states))
        self.common = common
        self.rows = bytearray(slots * states * hidden)
        # A copy aligned to cache lines; the first evaluator makes it for all.
        self.rows_in_lines: bytearray | None = None
        self.bias = bytearray(2 * hidden)
        self.outputs = bytearray(2 * 2 * buckets * hidden)
        self.output_bias = bytearray(4 * buckets)

    def score(self, position: Position) -> int:
        """Score a position for the side to move: what a search does, from scratch and slowly."""
        rows = memoryview(self.rows).cast("b")
        bias, outputs = (memoryview(store).cast("h") for store in (self.bias, self.outputs))
        states = position.slot_states
        halves = []
        for side in (position.turn, position.turn.other):
            seen = states[side * self.slots : (side + 1) * self.slots]
            at = [(slot * self.states + state) * self.hidden for slot, state in enumerate(seen)]
            sums = [bias[i] + sum(rows[row + i] for row in at) for i in range(self.hidden)]
            halves += [min(max(value, 0), HIDDEN_ONE) for value in sums]
        first = 2 * self.hidden * position.phase
        total = memoryview(self.output_bias).cast("i")[position.phase] + sum(
            value * value * outputs[first + i] for i, value in enumerate(halves)
        )
        score = total * self.scale // OUTPUT_ONE
        return score + position.evaluation if self.corrects else score


@lru_cache(maxsize=8)
def load_network(path: str, features: Features) -> Network | None:
    """Return the network of a file, None if there is no such file; raise BadFile if it is wrong."""
    # Imported here because a game's program loads this module but no network.
    import zlib

    try:
        data = read_bytes(path, LARGEST_FILE)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadFile(f"{path!r} cannot be read: {error.strerror or error}") from None
    head, _, rest = data.partition(b"\n")
    try:
        if len(head) > LONGEST_HEAD:
            raise BadFile("its head is too long")
        facts = parse_json(head)
        slots, states, buckets, hidden, scale = (
            int(facts[key]) for key in ("slots", "states", "buckets", "hidden", "scale")
        )
        is_ours = facts["format"] == FORMAT
        corrects = bool(facts.get("corrects", False))
    except (ValueError, KeyError, TypeError, OverflowError):
        raise BadFile(f"{path!r} is no network") from None
    if not is_ours or not 1 <= hidden <= MOST_HIDDEN or hidden % 8:
        raise BadFile(f"{path!r} is no network of this kind")
    if not 1 <= scale <= MOST_SCALE:
        raise BadFile(f"{path!r} is no network: its scale is {str(scale)[:20]}")
    found = (slots, states, buckets, corrects)
    if found != (features.slots, features.states, features.buckets, features.corrects):
        owner = str(facts.get("game", "another game"))[:40]
        raise BadFile(f"{path!r} is a network of {owner}, for other features")
    views = (features.mirror, features.swap, features.common)
    network = Network(slots, states, buckets, hidden, scale, corrects, *views)
    stores = (network.rows, network.bias, network.outputs, network.output_bias)
    size = sum(map(len, stores))
    unpacking = zlib.decompressobj()
    try:
        # A few kilobytes may unpack to gigabytes, so the size is limited.
        numbers = unpacking.decompress(rest, size + 1)
    except zlib.error:
        raise BadFile(f"{path!r} is damaged") from None
    if len(numbers) != size or not unpacking.eof:
        many = "too many" if len(numbers) > size else len(numbers)
        raise BadFile(f"{path!r} is damaged: {many} bytes of weights")
    at = 0
    for store, code in zip(stores, "bhhi", strict=True):
        part = array(code, numbers[at : at + len(store)])
        at += len(store)
        if sys.byteorder == "big":
            part.byteswap()
        store[:] = part.tobytes()
    most_bias = LARGEST_SUM - LARGEST_WEIGHT * slots
    for store, most, what in (
        (network.outputs, LARGEST_OUTPUT, "output weight"),
        (network.bias, most_bias, "bias"),
    ):
        values = memoryview(store).cast("h").tolist()
        largest = max(values, key=abs)
        if abs(largest) > most:
            raise BadFile(f"{path!r} is no network: its {what} {largest} is above {most}")
    return network
