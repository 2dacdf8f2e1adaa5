from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

import outwit
from outwit.core.features import Features
from outwit.engine.network import load_network
from outwit.errors import BadFile
from tests.engine.networks import start, write_network

FEATURES = Features(3, 5, 2, "")


def test_without_a_file_there_is_no_network(tmp_path: Path) -> None:
    assert load_network(str(tmp_path / "none.bin"), FEATURES) is None


def test_a_network_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "network.bin"
    write_network(path, FEATURES, 8)
    network = load_network(str(path), FEATURES)
    assert network is not None
    assert (network.hidden, network.scale) == (8, 400)
    assert len(network.rows) == 3 * 5 * 8


def repacked(data: bytes, change: Callable[[bytes], bytes]) -> bytes:
    """Return the file with other weights: 3 * 5 * 8 rows, then 8 biases, then outputs."""
    head, _, rest = data.partition(b"\n")
    return head + b"\n" + zlib.compress(change(zlib.decompress(rest)))


def with_number(weights: bytes, at: int, number: int) -> bytes:
    """Return the weights with another number of 16 bits."""
    return weights[:at] + struct.pack("=h", number) + weights[at + 2 :]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda data: b"", "is no network"),
        (lambda data: b"\xff" * 100, "is no network"),
        (lambda data: b"{}\n" + data.partition(b"\n")[2], "is no network"),
        (lambda data: data.replace(b"network 2", b"network 1"), "of this kind"),
        (lambda data: data.replace(b'"hidden": 8', b'"hidden": 9'), "of this kind"),
        (lambda data: data.replace(b'"slots": 3', b'"slots": 4'), "for other features"),
        (lambda data: data[:-20], "is damaged"),
        (lambda data: b"[" * 3_000 + b"\n" + data.partition(b"\n")[2], "is no network"),
        (lambda data: b" " * 5_000 + data, "is no network"),
        (lambda data: data.replace(b'"slots": 3', b'"slots": 1e999'), "is no network"),
        (lambda data: repacked(data, lambda weights: bytes(1 << 26)), "too many bytes"),
        (lambda data: repacked(data, lambda weights: with_number(weights, 136, 129)), "129"),
        (lambda data: repacked(data, lambda weights: with_number(weights, 136, -129)), "-129"),
        (lambda data: repacked(data, lambda weights: with_number(weights, 120, 32_700)), "bias"),
        (lambda data: data.replace(b'"hidden": 8', b'"hidden": 16'), "is damaged"),
    ],
)
def test_a_wrong_file_is_refused(change: object, fault: str, tmp_path: Path) -> None:
    path = tmp_path / "network.bin"
    write_network(path, FEATURES, 8)
    assert callable(change)
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(BadFile, match=fault):
        load_network(str(path), FEATURES)


def test_a_file_that_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="cannot be read: Is a directory"):
        load_network(str(tmp_path), FEATURES)


@pytest.mark.parametrize("game", outwit.all_games(), ids=lambda game: game.name)
def test_the_network_in_a_games_folder_can_be_read(game: outwit.Game) -> None:
    features = game.parts.features
    if features is None:
        assert list(game.start().slot_states) == []
        return
    states = start(game).slot_states
    assert len(states) == 2 * features.slots
    assert max(states) < features.states
    load_network(features.network, features)
