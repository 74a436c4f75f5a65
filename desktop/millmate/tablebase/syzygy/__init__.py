"""Syzygy files, written from tables: who wins under the fifty-move rule, and how far zeroing is."""
