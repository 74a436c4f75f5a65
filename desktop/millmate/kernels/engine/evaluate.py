"""What a position is worth to the search: by the network, or by the classical evaluation."""

from millmate.kernels.engine import layout as L
from millmate.kernels.engine.bits import U0, Words, compiled
from millmate.kernels.engine.classical import classical_eval
from millmate.kernels.engine.network import network_eval


@compiled
def evaluate(w: Words, r: int) -> int:
    """Return the worth of a row in hundredths of a pawn for the side to move.

    Against a bare king the classical evaluation serves: it knows how to drive it to the edge.
    """
    if w[L.USES_NETWORK] == U0:
        return classical_eval(w, r)
    pieces = ~w[r + L.KING]
    if w[r + L.SIDES] & pieces == U0 or w[r + L.SIDES + 1] & pieces == U0:
        return classical_eval(w, r)
    return network_eval(w, r)
