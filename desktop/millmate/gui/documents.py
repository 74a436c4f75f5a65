"""Texts that come from outside: is it a position, a game, or neither?"""

from millmate.errors import InputError
from millmate.games.catalogue import game_of
from millmate.games.chess.positions import board_from_fen
from millmate.games.morris.positions import board_from_text
from millmate.records.pgn import RecordError, from_pgn
from millmate.records.record import GameRecord

# Longer texts are games for sure.
_LONGEST_FEN = 200


class DocumentError(InputError):
    """A text is neither a position nor a game."""


def read(text: str) -> str | list[GameRecord]:
    """Return the position of any game that `text` is, playable or not, or the games in it.

    Raises:
        InputError: It is neither; the message says what is wrong with what it resembles.
    """
    line = text.strip()
    if not line:
        raise DocumentError("There is no text to paste: copy a position or a game first")
    if len(line) <= _LONGEST_FEN and _resembles_fen(line):
        return _position(line)
    try:
        return from_pgn(text)
    except RecordError as error:
        if "[" in line or "1." in line:
            raise
        shown = line.splitlines()[0][:40]
        raise DocumentError(f"neither a position (FEN) nor a game (PGN): {shown!r}") from error


def _position(line: str) -> str:
    read = board_from_text if game_of(line) == "morris" else board_from_fen
    return read(line).fen()


def _resembles_fen(line: str) -> bool:
    first = line.split()[0]
    return first.count("/") >= 2 and not line.startswith("[")
