"""Drills drawn from tables: every move is graded, and failed positions are repeated; no GUI."""
