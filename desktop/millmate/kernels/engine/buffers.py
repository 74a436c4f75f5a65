"""Entry points that prepare the buffers and make moves in them: see entries.py."""

from millmate.kernels.engine.attacks import fill_attacks
from millmate.kernels.engine.bits import Ints, Words, entry_point, pointer
from millmate.kernels.engine.moves import ALL, generate
from millmate.kernels.engine.pawns import fill_files
from millmate.kernels.engine.position import complete, fill_keys, make


@entry_point
def fill(words: Words) -> None:
    """Write the tables of attacks, keys and files."""
    fill_attacks(pointer(words))
    fill_keys(pointer(words))
    fill_files(pointer(words))


@entry_point
def complete_row(words: Words, row: int) -> None:
    """Complete the row that begins at `row` from its men, state and clock."""
    complete(pointer(words), row)


@entry_point
def list_moves(words: Words, ints: Ints, row: int) -> int:
    """Write the legal moves of a row from `ints[0]`; return how many there are."""
    return generate(pointer(words), pointer(ints), row, 0, ALL)


@entry_point
def make_move(words: Words, row: int, move: int) -> None:
    """Write the row after a legal move behind the row that begins at `row`."""
    make(pointer(words), row, move)
