"""Plays a move that no rule allows."""

from uci_loop import serve

serve(go="bestmove e2e5")
