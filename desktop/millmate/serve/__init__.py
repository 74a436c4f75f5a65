"""The tables over HTTP, compatible with lila-tablebase, which serves those of lichess.org.

Read in this order: `positions` (parsing requests), `tables` (the sources), `standard` (the answer
for one position), `together` (the same for many, by arrays), `waiting` and `batch` (requests for
many), `mainline`, `more`, `app` (addresses, errors), `server` (the socket).
"""
