"""Syzygy files, written from tables: who wins under the fifty-move rule."""
