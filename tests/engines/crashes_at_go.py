"""Breaks down when it has to think."""

import sys

from uci_loop import serve

serve(go=lambda words: sys.exit("assertion failed: thinking is hard"))
