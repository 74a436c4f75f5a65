"""Entry points besides the search: see entries.py."""

from millmate.kernels.engine.bits import entry_point, pointer
from millmate.kernels.morris_engine import layout as L
from millmate.kernels.morris_engine.evaluate import evaluate, measure_both
from millmate.kernels.morris_engine.layout import Words
from millmate.kernels.morris_engine.moves import ALL, generate


@entry_point
def list_moves(words: Words, position: int) -> int:
    """Write the legal moves of a side that has not lost from `LISTS` on, every other integer.

    Returns the end of the list.
    """
    return generate(pointer(words), L.LISTS, position, ALL)


@entry_point
def worth(words: Words, position: int) -> int:
    """Return the evaluation of a position in which nobody has lost."""
    return evaluate(pointer(words), position)


@entry_point
def counts(words: Words, at: int, position: int) -> None:
    """Write the evaluation's counts of both sides from `words[at]` on."""
    measure_both(pointer(words), at, position)
