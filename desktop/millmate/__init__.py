"""Mill & Mate: study endings in chess and nine men's morris."""

__version__ = "0.1.0"
