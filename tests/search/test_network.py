"""Files of networks: what is written is read, and what is damaged is told."""

import chess
import numpy as np
import pytest
from tests.naive_network import random_network
from tests.tiers import first

from millmate.search.limits import SearchLimits
from millmate.search.network import NetworkError, read_network, write_network
from millmate.search.strong import StrongSearch


def test_round_trip(tmp_path):
    weights = random_network(2)
    write_network(tmp_path / "n.npz", weights, "by chance")
    assert np.array_equal(read_network(tmp_path / "n.npz"), weights)


def test_shipped():
    assert read_network().shape == random_network(2).shape


@pytest.mark.parametrize("damage", ["empty", "cut", "altered", "shape", "mark"])
def test_damaged(tmp_path, damage):
    path, weights = tmp_path / "n.npz", random_network(2)
    write_network(path, weights[:-4] if damage == "shape" else weights, "by chance")
    content = bytearray(path.read_bytes())
    if damage == "empty":
        content = bytearray()
    elif damage == "cut":
        del content[len(content) // 2 :]
    elif damage == "altered":
        content[len(content) // 3] ^= 1
    elif damage == "mark":
        np.savez(tmp_path / "n", weights=weights, recipe="", sha256="0" * 64)
        content = bytearray(path.read_bytes())
    path.write_bytes(content)
    with pytest.raises(NetworkError, match=r"n\.npz"):
        read_network(path)


@pytest.mark.parametrize("name", ["nothing", "nothing.npz", "../chess"])
def test_missing(name):
    with pytest.raises(NetworkError, match="there is no network"):
        StrongSearch(hash_mb=1, network=name)


@pytest.mark.parametrize("network", first(1, ["chess", ""]))
@pytest.mark.parametrize(
    "fen",
    first(
        2,
        [
            "8/8/8/3k4/8/8/8/KBN5 w - - 0 1",
            "8/8/4k3/8/8/8/4P3/4K3 w - - 0 1",
            "3r4/8/8/3k4/8/8/8/KQ6 w - - 0 1",
            "8/p4k2/8/8/8/8/1R3PP1/6K1 w - - 0 1",
            "8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
            "8/8/8/3k4/8/8/8/KR6 w - - 0 1",
            "8/8/8/3k4/8/8/8/KBB5 w - - 0 1",
            "8/5k1p/6p1/8/8/8/PP3P2/6K1 w - - 0 1",
        ],
    ),
)
def test_won_endings_are_won_without_tables(network, fen):
    search, board = StrongSearch(hash_mb=4, network=network), chess.Board(fen)
    while not (board.is_game_over() or board.is_repetition() or board.is_fifty_moves()):
        move = search.search(board, SearchLimits(nodes=20_000)).best
        assert move is not None
        board.push(move)
    assert board.is_checkmate(), board.fen()
