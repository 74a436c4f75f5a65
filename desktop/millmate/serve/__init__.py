"""The tables over HTTP, as lila-tablebase serves those of lichess.org.

Read in this order: `positions` (what is asked), `standard` (what is answered, to one position),
`together` (the same to many, by arrays), `mainline`, `app` (addresses, formats, errors), `server`
(the socket).
"""
