"""What a position is worth to the search: by the network, or by the terms chosen by hand."""

from millmate.kernels.engine.bits import I8, U0, W, Words, compiled
from millmate.kernels.engine.evaluate import evaluate
from millmate.kernels.engine.layout import KING, SIDES, USES_NETWORK
from millmate.kernels.engine.network import judge


@compiled(I8(W, I8))
def worth_of(w: Words, r: int) -> int:
    """Return the worth of a row in hundredths of a pawn for the side to move.

    Against a bare king the terms judge always: they know how it is driven to the edge.
    """
    if w[USES_NETWORK] == U0:
        return evaluate(w, r)
    pieces = ~w[r + KING]
    if w[r + SIDES] & pieces == U0 or w[r + SIDES + 1] & pieces == U0:
        return evaluate(w, r)
    return judge(w, r)
