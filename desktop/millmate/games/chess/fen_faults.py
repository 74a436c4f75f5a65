"""Explains why a text is not a FEN, naming the offending part."""

import re

from millmate.language import count, tr

_CASTLING = re.compile(r"-|[KQABCDEFGHkqabcdefgh]{1,4}")
_SQUARE = re.compile(r"-|[a-h][1-8]")


def fen_fault(text: str) -> str | None:
    """Return the first fault of `text` as a FEN, such as `rank 4 has 9 squares instead of 8`.

    Return None without faults; the fields after the pieces may be missing.
    """
    fields = text.split()
    if not fields:
        return tr("there is no text")
    if len(fields) > 6:
        return tr("a FEN has 6 parts, this has {n}", n=len(fields))
    readers = (_pieces, _turn, _castling, _en_passant, _count, _count)
    faults = (read(field) for read, field in zip(readers, fields, strict=False))
    return next((fault for fault in faults if fault), None)


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


def _turn(field: str) -> str | None:
    return (
        None
        if field in ("w", "b")
        else tr("the side to move is w or b, not {field!r}", field=field)
    )


def _castling(field: str) -> str | None:
    good = _CASTLING.fullmatch(field)
    return None if good else tr("castling is - or some of KQkq, not {field!r}", field=field)


def _en_passant(field: str) -> str | None:
    return (
        None
        if _SQUARE.fullmatch(field)
        else tr("en passant is - or a square such as e6, not {field!r}", field=field)
    )


def _count(field: str) -> str | None:
    return None if field.isdecimal() else tr("{field!r} is no count of moves", field=field)
