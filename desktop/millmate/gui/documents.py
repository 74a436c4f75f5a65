"""Texts that come from outside: is it a position, a game, or neither?"""

from millmate.games.chess.positions import PositionError, board_from_fen
from millmate.records.pgn import RecordError, from_pgn
from millmate.records.record import GameRecord

# Longer texts are games for sure.
_LONGEST_FEN = 200


def read(text: str) -> str | list[GameRecord]:
    """Return the FEN that `text` is, playable or not, or the games in it.

    Raises:
        InputError: It is neither; the message says what is wrong with what it resembles.
    """
    line = text.strip()
    if not line:
        raise RecordError("There is no text to paste: copy a FEN or a PGN first")
    if len(line) <= _LONGEST_FEN and _resembles_fen(line):
        return board_from_fen(line).fen()
    try:
        return from_pgn(text)
    except RecordError as error:
        if "[" in line or "1." in line:
            raise
        shown = line.splitlines()[0][:40]
        raise PositionError(f"neither a position (FEN) nor a game (PGN): {shown!r}") from error


def _resembles_fen(line: str) -> bool:
    first = line.split()[0]
    return first.count("/") >= 2 and not line.startswith("[")
