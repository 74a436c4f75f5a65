"""Compiled kernels: integers and arrays in, integers and arrays out; no game objects.

Each is a function of Python that says what it takes (`declare`). When the package is built, those
that the program calls are compiled into a shared library (`making`), which `library` loads; nothing
is compiled later.
"""
