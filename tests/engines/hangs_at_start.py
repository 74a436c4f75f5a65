"""Starts, and never says a word."""

import time

while True:
    time.sleep(1)
