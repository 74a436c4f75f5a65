"""Make the picture of the server's page with Debian's Chromium.

Usage: python resources/screenshots/make_server.py TABLES

TABLES is a directory with the tables of KRPvKR and all that they need, in both metrics.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from make import HERE, SIZE, reduce_colours

from millmate.serve.server import listen, server

LUCENA = "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1"
CHOSEN = "c1"  # the man whose squares have their values shown
WAIT = 20_000  # ms of the page's own clock


def main() -> None:
    running, path = server(Path(sys.argv[1])), HERE / "server.png"
    with listen("127.0.0.1", 0) as listener, tempfile.TemporaryDirectory() as profile:
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]})
        thread.start()
        address = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        words = (
            *("chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
            *(f"--user-data-dir={profile}", f"--virtual-time-budget={WAIT}"),
            *(f"--window-size={SIZE[0]},{SIZE[1]}", f"--screenshot={path}"),
            f"{address}?fen={LUCENA.replace(' ', '_')}#{CHOSEN}",
        )
        try:
            subprocess.run(words, check=True, capture_output=True)
        finally:
            running.should_exit = True
            thread.join()
    reduce_colours(path)
    print(path)


if __name__ == "__main__":
    main()
