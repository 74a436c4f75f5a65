"""Checks of this installation: `millmate doctor`, and Help in the window.

The report is always in English, so that anyone who is asked for help can read it.
"""
