"""Gaviota files of distances to mate, compression scheme 4, written from tables."""
