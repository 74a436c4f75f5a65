"""A target for fuzzing: a function of bytes that raises only on a real fault, and its seeds."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from tests.fuzz.mutate import mutated

from millmate.errors import MillMateError

LONGEST_MESSAGE = 1_000  # characters; what is wrong is quoted in part


@dataclass(frozen=True)
class Target:
    """A parser, or a family of them.

    `read` gives it bytes as they come from outside; whatever but `MillMateError` leaves it is a
    fault. `make_seeds` returns sound inputs, made by the program itself where it writes such;
    `words` are what the format knows; `make` changes a seed where the format has checksums, or
    nothing would be tested but these.
    """

    name: str
    read: Callable[[bytes], object]
    make_seeds: Callable[[], Sequence[bytes]]
    words: Sequence[bytes] = ()
    make: Callable[[Sequence[bytes], random.Random], bytes] | None = None

    @cached_property
    def seeds(self) -> Sequence[bytes]:
        """Sound inputs."""
        return self.make_seeds()

    def input(self, chance: random.Random) -> bytes:
        """Return a sound input with something changed."""
        if self.make is not None:
            return self.make(self.seeds, chance)
        return self.changed(self.seeds, chance)

    def changed(self, seeds: Sequence[bytes], chance: random.Random) -> bytes:
        """Return one of `seeds` with something changed, whatever the format."""
        return mutated(seeds, self.words, chance)

    def try_(self, data: bytes) -> bool:
        """Give the input to the parser; return whether it was accepted, and raise real faults."""
        try:
            self.read(data)
        except MillMateError as error:
            if not 0 < len(str(error)) <= LONGEST_MESSAGE:
                raise AssertionError(f"no sentence: {str(error)[:200]!r}") from error
            return False
        return True
