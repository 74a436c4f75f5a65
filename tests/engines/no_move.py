"""Answers with a word that is no move."""

from uci_loop import serve

serve(go="bestmove banana")
