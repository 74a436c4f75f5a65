"""Moves only when it is told to stop, as engines that misread their clock do."""

from uci_loop import serve

serve(stop="bestmove e2e4 ponder e7e5")
