"""Says why it has no move, and gives none."""

from uci_loop import serve

serve(go="info string the net nn.bin is missing\nbestmove (none)")
