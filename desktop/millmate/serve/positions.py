"""Parse positions in requests, and refuse invalid ones."""

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
    """Return the position of a FEN, and remarks on corrections.

    As everywhere, impossible rights to castle or to capture en passant are dropped, like in
    lila-tablebase.

    Raises:
        InputError: `text` is not a FEN, or its position is impossible.
    """
    parsed = parse_leniently(text, CHESS)
    board = board_from_fen(parsed.fen)
    probed = board
    if board.castling_rights:  # tables have no answer, but the position is valid
        probed = board.copy(stack=False)
        probed.castling_rights = chess.BB_EMPTY
    if fault := fault_of(probed):
        raise InputError(fault)
    return board, parsed.remarks


def remarked(fields: dict[str, Any], remarks: Sequence[str]) -> dict[str, Any]:
    """Return the fields of an answer, with remarks on the request if there are any."""
    return fields | {"remarks": list(remarks)} if remarks else fields
