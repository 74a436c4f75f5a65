"""Starts a process of its own that outlives it, and says its number; plays nothing."""

import subprocess
import sys

from uci_loop import introduction, serve

child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
serve(uci=introduction(name=f"child {child.pid}"), go=lambda words: sys.exit(3))
