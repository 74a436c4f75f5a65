"""Starts a process in a session of its own through another that ends at once; says its number."""

import subprocess
import sys

LIVES = "import time; time.sleep(1000)"
STARTS = (
    "import subprocess, sys; "
    f"print(subprocess.Popen([sys.executable, '-c', {LIVES!r}], start_new_session=True, "
    "stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).pid)"
)
told = subprocess.run([sys.executable, "-c", STARTS], capture_output=True, text=True, check=True)
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print(f"id name daemon {told.stdout.strip()}", "uciok", sep="\n", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        sys.exit(3)
    elif word == "quit":
        break
