"""Says what it is busy with, and is ready once the file that its argument names is there."""

import sys
import time
from pathlib import Path

from uci_loop import introduction, say, serve


def wait(words: list[str]) -> None:
    while sys.argv[1:] and not Path(sys.argv[1]).exists():
        time.sleep(0.02)
    say("readyok")


remark = "info string compiling; this takes a while, and only once"
serve(uci=f"{introduction()}\n{remark}", isready=wait, go="bestmove e2e4")
