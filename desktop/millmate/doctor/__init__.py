"""What this installation is made of, and what it lacks: `millmate doctor`, and Help in the window.

The report is always in English: it is meant for whoever is asked for help, too.
"""
