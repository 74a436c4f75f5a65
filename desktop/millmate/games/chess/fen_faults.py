"""Explains why a text is not a FEN, naming the offending part."""

import re

from millmate.language import count, mark, tr

# The fields after the pieces, each with its fault.
_FIELDS = (
    (re.compile("[wb]"), mark("the side to move is w or b, not {field!r}")),
    (
        re.compile(r"-|[KQABCDEFGHkqabcdefgh]{1,4}"),
        mark("castling is - or some of KQkq, not {field!r}"),
    ),
    (re.compile(r"-|[a-h][1-8]"), mark("en passant is - or a square such as e6, not {field!r}")),
    *((re.compile(r"\d+"), mark("{field!r} is no count of moves")),) * 2,
)


def fen_fault(text: str) -> str | None:
    """Return the first fault of `text` as a FEN, such as `rank 4 has 9 squares instead of 8`.

    Return None without faults; the fields after the pieces may be missing.
    """
    fields = text.split()
    if not fields:
        return tr("there is no text")
    if len(fields) > 6:
        return tr("a FEN has 6 parts, this has {n}", n=len(fields))
    fault = _pieces(fields[0])
    for (pattern, message), field in zip(_FIELDS, fields[1:], strict=False):
        fault = fault or (None if pattern.fullmatch(field) else tr(message, field=field))
    return fault


def _pieces(field: str) -> str | None:
    rows = field.split("/")
    if len(rows) != 8:
        return tr("the pieces need 8 ranks with / between them, not {n}", n=len(rows))
    faults = (_row(row, 8 - i) for i, row in enumerate(rows))
    return next((fault for fault in faults if fault), None)


def _row(row: str, rank: int) -> str | None:
    for letter in row:
        if letter not in "KQRBNPkqrbnp12345678~":
            return tr(
                "{letter!r} on rank {rank} is no piece; pieces are KQRBNP and kqrbnp",
                letter=letter,
                rank=rank,
            )
    if re.search(r"\d\d", row):
        return tr("rank {rank} has two numbers in a row", rank=rank)
    squares = sum(int(c) if c.isdigit() else 1 for c in row if c != "~")
    if squares != 8:
        return count(
            squares,
            "rank {rank} has {n} square instead of 8",
            "rank {rank} has {n} squares instead of 8",
            rank=rank,
        )
    return None
