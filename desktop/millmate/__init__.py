"""Mill & Mate: study endings in chess and nine men's morris."""

from millmate.compiled import guard

__version__ = "0.1.0"

guard()
