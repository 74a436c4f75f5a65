"""Objects that hold files or processes until they are closed."""

from abc import ABC, abstractmethod
from typing import Self


class Closing(ABC):
    """Closed at the end of a `with` block."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @abstractmethod
    def close(self) -> None:
        """Close everything."""
