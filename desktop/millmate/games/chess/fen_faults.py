"""What keeps a text from being a FEN, in words that name the offending part."""

import re

_CASTLING = re.compile(r"-|[KQABCDEFGHkqabcdefgh]{1,4}")
_SQUARE = re.compile(r"-|[a-h][1-8]")


def fen_fault(text: str) -> str | None:
    """Return the first fault of `text` as FEN, such as `rank 4 has 9 squares instead of 8`.

    None if it has no fault; the fields after the pieces may be missing.
    """
    fields = text.split()
    if not fields:
        return "there is no text"
    if len(fields) > 6:
        return f"a FEN has 6 parts, this has {len(fields)}"
    readers = (_pieces, _turn, _castling, _en_passant, _count, _count)
    faults = (read(field) for read, field in zip(readers, fields, strict=False))
    return next((fault for fault in faults if fault), None)


def _pieces(field: str) -> str | None:
    rows = field.split("/")
    if len(rows) != 8:
        return f"the pieces need 8 ranks with / between them, here {_are(len(rows))}"
    faults = (_row(row, 8 - i) for i, row in enumerate(rows))
    return next((fault for fault in faults if fault), None)


def _are(count: int) -> str:
    return "is 1" if count == 1 else f"are {count}"


def _row(row: str, rank: int) -> str | None:
    for letter in row:
        if letter not in "KQRBNPkqrbnp12345678~":
            return f"{letter!r} on rank {rank} is no piece; pieces are KQRBNP and kqrbnp"
    if re.search(r"\d\d", row):
        return f"rank {rank} has two numbers in a row"
    squares = sum(int(c) if c.isdigit() else 1 for c in row if c != "~")
    if squares != 8:
        return f"rank {rank} has {squares} square{'s' * (squares != 1)} instead of 8"
    return None


def _turn(field: str) -> str | None:
    return None if field in ("w", "b") else f"the side to move is w or b, not {field!r}"


def _castling(field: str) -> str | None:
    good = _CASTLING.fullmatch(field)
    return None if good else f"castling is - or some of KQkq, not {field!r}"


def _en_passant(field: str) -> str | None:
    return (
        None
        if _SQUARE.fullmatch(field)
        else f"en passant is - or a square such as e6, not {field!r}"
    )


def _count(field: str) -> str | None:
    return None if field.isdecimal() else f"{field!r} is no count of moves"
