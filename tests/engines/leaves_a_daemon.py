"""Starts a process in a session of its own through another that ends at once; says its number."""

import subprocess
import sys

from uci_loop import introduction, serve

LIVES = "import time; time.sleep(1000)"
STARTS = (
    "import subprocess, sys; "
    f"print(subprocess.Popen([sys.executable, '-c', {LIVES!r}], start_new_session=True, "
    "stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).pid)"
)
told = subprocess.run([sys.executable, "-c", STARTS], capture_output=True, text=True, check=True)
serve(uci=introduction(name=f"daemon {told.stdout.strip()}"), go=lambda words: sys.exit(3))
