"""The tables over HTTP, as lila-tablebase serves those of lichess.org.

Read in this order: `positions` (what is asked), `standard` (what is answered), `mainline`, `app`
(addresses, formats, errors), `server` (the socket).
"""
