"""Mill & Mate: study endings in chess and nine men's morris."""

from millmate.kernel_cache import install

__version__ = "0.1.0"

install()
