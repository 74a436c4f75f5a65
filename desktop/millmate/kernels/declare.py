"""How kernels are declared: which functions are compiled, how, and which of them programs call.

A declared function stays what it is: one that kernels alone call, and all of them where
`MILLMATE_KERNELS` is `python`, run as Python.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, TypeVar, cast, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.library import Entry

Function = TypeVar("Function", bound=Callable[..., Any])


class Shape(NamedTuple):
    """The annotation of an array that has several dimensions or can be read-only."""

    dimensions: int = 1
    read_only: bool = False


ReadOnlyBytes = Annotated[NDArray[np.uint8], Shape(read_only=True)]
Bytes2D = Annotated[NDArray[np.uint8], Shape(2)]
Bytes3D = Annotated[NDArray[np.uint8], Shape(3)]
Ints2D = Annotated[NDArray[np.int64], Shape(2)]
Ints3D = Annotated[NDArray[np.int64], Shape(3)]
Words2D = Annotated[NDArray[np.uint64], Shape(2)]
# A number that is narrower than Python's.
Byte = Annotated[int, np.uint8]


@dataclass(frozen=True, slots=True)
class Declared:
    """A function to be compiled; `buffers`: its arrays are pointers, which costs half the time."""

    function: Callable[..., Any]
    allocates: bool = False
    inlined: bool = False
    buffers: bool = False
    errors: bool = True  # whether a division by zero is one


DECLARED: list[Declared] = []  # in this order: what a function calls comes before it
ENTRIES: list[Callable[..., Any]] = []


def kernel(function: Function) -> Function:
    """Declare a function to be compiled for the types of its annotations.

    It runs without the interpreter's lock, so that threads share the work and the window stays
    alive. Its arrays are its caller's, and it makes none: references to them are not counted, which
    took half of the time, and more where threads share arrays.
    """
    return declared(function)


def allocating(function: Function) -> Function:
    """Declare a kernel that makes arrays, and so counts references to them."""
    return declared(function, allocates=True)


def inlined(function: Function) -> Function:
    """Declare a kernel whose body is put in place of each call, which spares what a call costs."""
    return declared(function, inlined=True)


def declared(function: Function, **how: bool) -> Function:
    """Declare a function, with the fields of `Declared`."""
    DECLARED.append(Declared(function, **how))
    return function


def exported(function: Function) -> Function:
    """Declare that programs call a kernel: it is in the library."""
    ENTRIES.append(function)
    if os.environ.get("MILLMATE_KERNELS") == "python":
        return function
    return cast("Function", Entry(function, kinds))


# Kinds of arguments -------------------------------------------------------------------------------


class Array(NamedTuple):
    """A contiguous array."""

    element: np.dtype[Any]
    dimensions: int = 1
    read_only: bool = False

    @property
    def flags(self) -> int:
        """The bits of `numpy.ndarray.flags` that it has: contiguous, aligned, writeable."""
        return 0x101 if self.read_only else 0x501


class Named(NamedTuple):
    """A named tuple of the class `made`, or a plain one, None."""

    parts: tuple[Any, ...]
    made: type | None = None


# A number's `np.dtype`, an array, a tuple of kinds; nothing; or what else an annotation carries.
Kind = Any

_NUMBERS = {bool: np.bool_, int: np.int64, float: np.float64}


def kinds(function: Callable[..., Any]) -> tuple[list[Kind], Kind]:
    """Return the kinds of a function's arguments, and of what it returns.

    Raises:
        TypeError: An annotation has no kind.
    """
    hints = get_type_hints(function, include_extras=True)
    returned = kind_of(hints.pop("return"))
    return [kind_of(hint) for hint in hints.values()], returned


def kind_of(hint: Any) -> Kind:
    """Return the kind of an annotation: a number, an array or a tuple of them.

    Raises:
        TypeError: It has none.
    """
    hint = _without_alias(hint)
    if get_origin(hint) is Annotated:
        inner, carried = get_args(hint)
        if isinstance(carried, Shape):
            return Array(kind_of(inner).element, *carried)
        return np.dtype(carried) if isinstance(carried, type) else carried
    if get_origin(hint) is np.ndarray:
        (element,) = get_args(get_args(hint)[1])
        return Array(np.dtype(element))
    if get_origin(hint) is tuple:
        return Named(tuple(kind_of(part) for part in get_args(hint)))
    if hasattr(hint, "_fields"):
        hints = get_type_hints(hint, include_extras=True).values()
        return Named(tuple(kind_of(part) for part in hints), hint)
    if hint is None or hint is type(None):
        return None
    found = _NUMBERS.get(hint, hint)
    if isinstance(found, type) and issubclass(found, np.number | np.bool_):
        return np.dtype(found)
    raise TypeError(f"a kernel takes no {hint}")


def _without_alias(hint: Any) -> Any:
    """Return the type that a `type` alias names: `NDArray` is one since NumPy 2.5."""
    while True:
        # In this order: a subscripted alias passes its alias's attributes on.
        if hasattr(alias := get_origin(hint), "__value__"):
            hint = alias.__value__[get_args(hint)]
        elif hasattr(hint, "__value__"):
            hint = hint.__value__
        else:
            return hint
