"""Reads and writes positions in the format of the program Sanmill.

A line has the inner, middle and outer ring, each clockwise from the middle of the top side, in
O (White), @ (Black) and * (free); the side to move; the phase (r, p, m, o); the action (p place,
s select, r remove); each side's stones on the board and in hand, White's first in newer versions,
Black's first in older ones; how many stones either side has still to take; the last mill of either
side and a mask of mills, which only variants of Sanmill's own need; the plies since a stone was
taken or placed, and the move number; in the newest versions, finally fields such as `ids:nodes`,
which say how those mills number points. Source: `Position::fen` and the description of the protocol
in Sanmill's repository.
"""

from __future__ import annotations

import re

from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.variants import Variant
from millmate.language import tr

_NO_MILLS = (0, 0, -1, -1, -1, -1, 0)  # no stone is due to be taken, and no mill is marked
_COUNT = re.compile(r"-?[0-9]{1,5}")


class FaultError(Exception):
    """The fault of a text that is no position."""


def is_sanmill(line: str) -> bool:
    """Return whether `line` is in Sanmill's format, by its stones or its third field."""
    stones, _, rest = line.partition(" ")
    fields = rest.split()
    return "O" in stones or "@" in stones or (len(fields) > 1 and not fields[1].isdigit())


def from_sanmill(line: str, variant: Variant) -> MorrisBoard:
    """Return the position of Sanmill's `line`; raises `FaultError`."""
    if variant.lines.rings != 3:
        raise FaultError(tr("Sanmill has no positions of {title}", title=tr(variant.title)))
    fields = line.split()
    while ":" in fields[-1]:
        fields.pop()
    board = MorrisBoard(variant)
    _read_stones(board, fields[0])
    board.hand[:] = 0, 0
    if len(fields) > 1:
        if fields[1] not in ("w", "b"):
            raise FaultError(tr("the side to move is w or b, not {field!r}", field=fields[1]))
        board.turn = fields[1] == "w"
    if len(fields) > 3 and fields[3] == "r":
        raise FaultError(tr("a stone is due to be taken: finish the turn first"))
    if len(fields) > 4:
        _read_counts(board, fields[4:])
    return board


def to_sanmill(board: MorrisBoard) -> str:
    """Return `board`, one of three rings, as Sanmill's newest versions write it."""
    rings = "/".join(
        "".join(_letter(board, 8 * ring + (place + 1) % 8) for place in range(8))
        for ring in (2, 1, 0)
    )
    state = "p p" if board.hand[board.turn] else "m s"
    counts = [
        number for side in (True, False) for number in (board.on_board(side), board.hand[side])
    ]
    fields = [*counts, *_NO_MILLS, board.quiet, board.number]
    return " ".join([rings, "w" if board.turn else "b", state, *map(str, fields), "ids:nodes"])


def _letter(board: MorrisBoard, point: int) -> str:
    black, white = (stones >> point & 1 for stones in board.stones)
    return "O" if white else "@" if black else "*"


def _read_stones(board: MorrisBoard, field: str) -> None:
    rings = field.split("/")
    if [len(ring) for ring in rings] != [8, 8, 8]:
        raise FaultError(tr("Sanmill's stones are 3 rings of 8 characters with / between them"))
    for ring, letters in zip((2, 1, 0), rings, strict=True):
        for place, letter in enumerate(letters):
            bit = 1 << 8 * ring + (place + 1) % 8
            if letter in "O@":
                board.stones[letter == "O"] |= bit
            elif letter != "*":
                raise FaultError(
                    tr("{letter!r} is none of O, @ and *, Sanmill's stones", letter=letter)
                )


def _read_counts(board: MorrisBoard, fields: list[str]) -> None:
    """Read the stones on the board and in hand, and the two counters at the end."""
    if len(fields) < 6 or not all(map(_COUNT.fullmatch, fields)):
        raise FaultError(tr("Sanmill's counts of stones and moves are numbers, at least 6"))
    numbers = [int(field) for field in fields]
    on_board, hand = numbers[0:4:2], numbers[1:4:2]
    counted = [board.on_board(True), board.on_board(False)]
    # Newer versions write 17 fields and White first, older ones at most 11 and Black first.
    if len(fields) <= 7:
        on_board.reverse()
        hand.reverse()
    if on_board != counted:
        raise FaultError(
            tr(
                "it counts {white} white and {black} black stones, but {there} and {others} "
                "are on the board",
                white=on_board[0],
                black=on_board[1],
                there=counted[0],
                others=counted[1],
            )
        )
    if min(hand) < 0:
        raise FaultError(tr("a hand holds no fewer than 0 stones"))
    board.hand[:] = hand[1], hand[0]
    board.quiet, board.number = max(0, numbers[-2]), max(1, numbers[-1])
