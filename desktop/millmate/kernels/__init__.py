"""Compiled kernels: integers and arrays in, integers and arrays out; no game objects."""
