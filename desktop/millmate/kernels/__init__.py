"""Compiled kernels: integers and arrays in, integers and arrays out; no game objects."""

from millmate.kernels import cache

# Numba reads where its cache is when it is imported, and every module here that imports it is
# imported after this line.
cache.prepare()
