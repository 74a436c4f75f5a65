"""Reads and writes positions in the formats of the program Sanmill.

A line has the inner, middle and outer ring, each clockwise from the middle of the top side, in
O (White), @ (Black) and * (free); the side to move; the phase (r, p, m, o); the action (p place,
s select, r remove); each side's stones on the board and in hand, then how many stones are still to
be taken, by the side to move or by either side. In newer versions follow the last mill of either
side and a mask of mills, which only variants of Sanmill's own need. The last two numbers are the
plies since a stone was taken or placed, and the move number; in the newest versions, fields such
as `ids:nodes` follow, which say how those mills number points. The numbers are White's first since
2021 and Black's first in older versions, of which both have seven. Source: `Position::fen` and the
description of the protocol in Sanmill's repository.

MFEN is another format, with the rings as we write them:
`MFEN/1.0 mill24-state-v1 BOARD SIDE PHASE ACTION HANDS REMOVALS QUIET PLY OUTCOME`, where HANDS are
White's and Black's stones in hand with a comma between them and PLY counts all turns. Source: the
Mill Interchange Format 1.0.
"""

import re

from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.variants import Variant
from millmate.language import tr

_NO_MILLS = (0, 0, -1, -1, -1, -1, 0)  # no stone is due to be taken, and no mill is marked
_COUNT = re.compile(r"-?[0-9]{1,5}")
_PHASES = frozenset("nrpmo")
_MFEN = re.compile(
    r"MFEN/1\.0 mill24-state-v1 (?P<stones>[WB./]+) (?P<side>[wb-]) [pmo] (?P<action>[pmro])"
    r" (?P<white>[0-9]{1,2}),(?P<black>[0-9]{1,2}) \S+ (?P<quiet>[0-9]{1,5}) (?P<ply>[0-9]{1,5})"
    r" \S+.*"
)


class FaultError(Exception):
    """The fault of a text that is not a position."""


def is_sanmill(line: str) -> bool:
    """Return whether `line` is in a format of Sanmill's, by its stones or its third field."""
    stones, _, rest = line.partition(" ")
    fields = rest.split()
    if stones.startswith("MFEN/") or "O" in stones or "@" in stones:
        return True
    return len(fields) > 1 and fields[1] in _PHASES


def from_sanmill(line: str, variant: Variant) -> tuple[MorrisBoard, bool]:
    """Return the position of Sanmill's `line`, and whether a stone is due to be taken.

    Raises:
        FaultError: It is not in that format, or not of the variant.
    """
    if variant.lines.rings != 3:
        raise FaultError(tr("Sanmill has no positions of {title}", title=tr(variant.title)))
    board = MorrisBoard(variant)
    board.hand[:] = 0, 0
    if line.startswith("MFEN/"):
        return board, _read_mfen(board, line)
    fields = line.split()
    while ":" in fields[-1]:
        fields.pop()
    _read_stones(board, fields[0])
    if len(fields) > 1:
        if fields[1] not in ("w", "b"):
            raise FaultError(tr("the side to move is w or b, not {field!r}", field=fields[1]))
        board.turn = fields[1] == "w"
    if len(fields) > 4:
        _read_counts(board, fields[4:])
    return board, fields[3:4] == ["r"]


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
                    tr("{letter!r} is not a Sanmill stone: use O, @ or *", letter=letter)
                )


def _read_counts(board: MorrisBoard, fields: list[str]) -> None:
    """Read the stones on the board and in hand, and the two counters at the end."""
    if len(fields) < 6 or not all(map(_COUNT.fullmatch, fields)):
        raise FaultError(tr("Sanmill's counts of stones and moves are numbers, at least 6"))
    numbers = [int(field) for field in fields]
    if min(numbers[1:4:2]) < 0:
        raise FaultError(tr("the number of stones in hand cannot be negative"))
    white_first, black_first = numbers[:4], [*numbers[2:4], *numbers[:2]]
    there = [board.on_board(True), board.on_board(False)]
    orders = [white_first] if len(fields) > 7 else [white_first, black_first]
    fitting = [order for order in orders if order[::2] == there]
    if not fitting:
        raise FaultError(
            tr(
                "it counts {white} white and {black} black stones, but {there} and {others} "
                "are on the board",
                white=white_first[0],
                black=white_first[2],
                there=there[0],
                others=there[1],
            )
        )
    # With equal numbers on the board, the hands show whose number is first: White places first.
    _, board.hand[True], _, board.hand[False] = min(
        fitting, key=lambda order: order[3] - order[1] not in (0, 1)
    )
    board.quiet, board.number = max(0, numbers[-2]), max(1, numbers[-1])


def _read_mfen(board: MorrisBoard, line: str) -> bool:
    """Read a line of MFEN into `board`; return whether a stone is due to be taken."""
    found = _MFEN.fullmatch(line)
    rings = found["stones"].split("/") if found else []
    if found is None or [len(ring) for ring in rings] != [8, 8, 8]:
        raise FaultError(
            tr("MFEN looks like {example}", example="MFEN/1.0 mill24-state-v1 "
               "......../......../........ w p p 9,9 - 0 0 -")
        )  # fmt: skip
    for point, letter in enumerate("".join(rings)):
        if letter != ".":
            board.stones[letter == "W"] |= 1 << point
    ply = int(found["ply"])
    board.turn = found["side"] == "w" if found["side"] != "-" else ply % 2 == 0
    board.hand[:] = int(found["black"]), int(found["white"])
    board.quiet, board.number = int(found["quiet"]), ply // 2 + 1
    return found["action"] == "r"
