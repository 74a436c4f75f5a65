"""The tables over HTTP, as lila-tablebase serves those of lichess.org.

Read in this order: `positions` (what is asked), `tables` (who knows), `standard` (what is answered,
to one position), `together` (the same to many, by arrays), `waiting` and `batch` (who asks for
many), `mainline`, `more`, `app` (addresses, errors), `server` (the socket).
"""
