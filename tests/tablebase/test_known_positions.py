"""Positions of studies and games: what the tables of all that can come of them prove.

Each is solved anew and verified like every table, in one to five minutes. They come from: Em.
Lasker and G. Reichhelm, 1901; the breakthrough of three pawns, an old textbook example; Jones
against Nakamura, 2021, as told in official-stockfish/Stockfish, issue 3894; ddugovic/Stockfish,
issue 419; a textbook example of a draw with a pawn more; a public collection of studies on
corresponding squares, which gives one by M. Zinar, 1983, as won. In the fortresses a bishop more
cannot win: no black pawn stands on a square of its colour, each is protected, and the black king
has the corner. They are ours, after the ending of a bishop and a pawn on b6 against one on b7.
"""

from pathlib import Path
from typing import NamedTuple

import chess
import pytest

from millmate.tablebase.position_answer import in_words
from millmate.tablebase.positions import plan_sides, solve_position
from millmate.tablebase.reach import Bounds

QUEEN = (chess.QUEEN,)
FORTRESSES = {
    "2 pawns": "1k6/1p6/1Pp5/2P5/8/3K4/5B2/8 w - - 0 1",
    "3 pawns": "1k6/1p6/1Pp5/2Pp4/3P4/3K4/5B2/8 w - - 0 1",
    "4 pawns": "1k6/1p6/1Pp5/2Pp4/3Pp3/4P3/4K3/6B1 w - - 0 1",
    "5 pawns": "1k6/1p6/1Pp5/2Pp4/3Pp3/4P3/4PK2/6B1 w - - 0 1",
}


class Known(NamedTuple):
    """What is proved for one side: the verdict, and the moves that win."""

    fen: str
    for_white: bool
    bounds: Bounds
    text: str
    wins: set[str]


ZINAR = "8/1k6/p4p2/2p2P2/p1P2P2/2P5/P1K5/8 w - - 0 1"

KNOWN = {
    "Lasker and Reichhelm": Known(
        "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
        True,
        Bounds(1, 3, 2, QUEEN),
        "White mates in at most 32 moves",
        {"Kb1"},
    ),
    "breakthrough": Known(
        "8/ppp5/8/PPP5/6k1/8/8/7K w - - 0 1",
        True,
        Bounds(1, 3, 2, QUEEN),
        "White mates in at most 19 moves",
        {"b6"},
    ),
    "Jones and Nakamura": Known(
        "8/8/2B5/7p/6p1/2K1k1P1/7P/8 w - - 0 1",
        True,
        Bounds(2, 2, 1, QUEEN),
        "White mates in at most 21 moves",
        {"Bd7"},
    ),
    "bishop behind locked pawns": Known(
        "2k5/8/p7/Pp6/1P6/7p/4b2P/2K5 w - - 0 1",
        False,
        Bounds(1, 3, 1, QUEEN),
        "Black mates in at most 59 moves",
        set(),
    ),
    "pawn more": Known(
        "8/2k5/p1p5/P1P5/1P6/8/1K6/8 w - - 0 1",
        False,
        Bounds(1, 3, 1, QUEEN),
        "Black at least draws",
        set(),
    ),
    "Locock 1892": Known(
        "6k1/3p4/3p4/3P4/4P1p1/6P1/8/K7 w - - 0 1",
        True,
        Bounds(1, None, None, QUEEN),
        "White mates in at most 35 moves",
        {"Kb1"},
    ),
    "Lasker 1901": Known(
        "k7/8/3p1p2/p2P1P2/P2P4/K7/8/8 w - - 0 1",
        True,
        Bounds(1, 2, 1, QUEEN),
        "White mates in at most 25 moves",
        {"Kb2"},
    ),
    "Bianchetti 1925": Known(
        "7k/1p6/1P2p3/1P2P3/4P1p1/6P1/8/K7 w - - 0 1",
        True,
        Bounds(1, 2, 1, QUEEN),
        "White mates in at most 30 moves",
        {"Ka2"},
    ),
    "Heinz 1966": Known(
        "8/8/1k3p2/2p2P2/2P2P2/2P5/2K5/8 w - - 0 1",
        True,
        Bounds(1),
        "White mates in at most 26 moves",
        {"Kd2"},
    ),
    "Ebersz 1931": Known(
        "8/8/2p5/2P1k3/2P2p2/2P2P2/5P2/4K3 w - - 0 1",
        True,
        Bounds(1, None, None, QUEEN),
        "White mates in at most 31 moves",
        {"Kd1"},
    ),
    "Zinar, for White": Known(ZINAR, True, Bounds(1, 1, 1, QUEEN), "White at least draws", set()),
    "Zinar, for Black": Known(ZINAR, False, Bounds(1, 1, 1, QUEEN), "Black at least draws", set()),
    **{
        f"fortress of {pawns}, for {side}": Known(
            fen, white, bounds, f"{side} at least draws", set()
        )
        for pawns, fen in FORTRESSES.items()
        for side, white, bounds in (
            ("Black", False, Bounds(1, 1, 0)),
            ("White", True, Bounds(1, 0, 1)),
        )
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("known", KNOWN.values(), ids=KNOWN)
def test_what_is_proved_of_known_positions(more_tables: Path, tmp_path: Path, known: Known) -> None:
    for path in more_tables.glob("*.table"):
        (tmp_path / path.name).symlink_to(path)
    board = chess.Board(known.fen)
    tables = solve_position(plan_sides(board, tmp_path, (known.for_white,), known.bounds)[0])
    try:
        assert in_words(tables.probe(board), board.turn, known.bounds.promotions) == known.text
        assert {board.san(m.move) for m in tables.moves(board) if m.value.wdl > 0} == known.wins
    finally:
        tables.close()
