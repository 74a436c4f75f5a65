"""Drills drawn from tables: positions to win or to hold, every move graded, what failed repeated.

Pure logic; the window is one way to show it.
"""
