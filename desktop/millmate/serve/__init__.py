"""The tables over HTTP, compatible with lila-tablebase, which serves those of lichess.org.

Read in this order: `formats` (parsing requests, formats of responses), `tables` (the sources),
`standard` (the answer for one position), `together` (the same for many, by arrays), `batch` and
`more` (requests that lila-tablebase does not have), `app` (addresses, errors, the best line,
simultaneous requests), `server` (the socket).
"""
