"""Checks of this installation, for `millmate doctor` and the Help menu.

The report is always in English, so that anyone asked for help can read it.
"""
