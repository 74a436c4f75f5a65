"""How kernels are compiled, and names for Numba's types."""

from collections.abc import Callable
from typing import Any, TypeVar

from numba import njit, types

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(signature: Any, inline: bool = False) -> Callable[[Function], Function]:
    """Compile a function when its module is imported, and keep the result in the cache.

    It runs without the interpreter's lock, so that threads share the work and the window stays
    alive.

    Args:
        signature: The types of the result and the arguments, as Numba writes them.
        inline: Whether its body is put in place of each call, which spares what a call costs:
            above all, counting references to its arrays.
    """
    compiled: Callable[[Function], Function] = njit(
        signature, nogil=True, cache=True, inline="always" if inline else "never"
    )
    return compiled


def named_type(kind: type, *fields: object) -> Any:
    """Return Numba's type of a named tuple."""
    return types.NamedTuple(fields, kind)  # type: ignore[no-untyped-call]


def tuple_type(*kinds: object) -> Any:
    """Return Numba's type of a tuple."""
    return types.Tuple(kinds)  # type: ignore[no-untyped-call]
