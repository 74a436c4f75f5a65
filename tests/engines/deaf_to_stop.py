"""Thinks for ever and reports once, whatever it is told; does not even quit."""

from uci_loop import serve

serve(go="info depth 1 score cp 0 pv e2e4", quit="")
