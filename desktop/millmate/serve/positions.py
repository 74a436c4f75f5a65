"""Positions as clients write them, and the faults of those that cannot be asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import chess

from millmate.errors import InputError
from millmate.games.chess.positions import board_from_fen
from millmate.games.chess.rules import CHESS
from millmate.games.lenient_parser import parse_leniently
from millmate.tablebase.locate import fault_of


def position(text: str) -> tuple[chess.Board, tuple[str, ...]]:
    """Return the position of a FEN, and remarks on what was corrected in it.

    It is read as everywhere: rights to castle or to capture en passant that cannot be are dropped,
    as lila-tablebase does.

    Raises:
        InputError: `text` is not a FEN, or no game can lead to its position.
    """
    parsed = parse_leniently(text, CHESS)
    board = board_from_fen(parsed.fen)
    probed = board
    if board.castling_rights:  # tables cannot answer, but the position is sound
        probed = board.copy(stack=False)
        probed.castling_rights = chess.BB_EMPTY
    if fault := fault_of(probed):
        raise InputError(fault)
    return board, parsed.remarks


def remarked(fields: dict[str, Any], remarks: Sequence[str]) -> dict[str, Any]:
    """Return the fields of an answer with the remarks on its question, if there are any."""
    return fields | {"remarks": list(remarks)} if remarks else fields
