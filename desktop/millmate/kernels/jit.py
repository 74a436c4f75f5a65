"""How kernels are compiled: for the types that their annotations name."""

from collections.abc import Callable
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import numpy as np
from numba import from_dtype, njit, types
from numpy.typing import NDArray

Function = TypeVar("Function", bound=Callable[..., Any])

# An array has one dimension, unless its annotation carries Numba's type of it, as these do.
Bytes2D = Annotated[NDArray[np.uint8], types.uint8[:, ::1]]
Bytes3D = Annotated[NDArray[np.uint8], types.uint8[:, :, ::1]]
Ints2D = Annotated[NDArray[np.int64], types.int64[:, ::1]]
Ints3D = Annotated[NDArray[np.int64], types.int64[:, :, ::1]]
Words2D = Annotated[NDArray[np.uint64], types.uint64[:, ::1]]
# So does a number that is narrower than Python's.
Byte = Annotated[int, types.uint8]

_SCALARS = {
    None: types.void,
    bool: types.boolean,
    int: types.int64,
    float: types.float64,
    np.uint8: types.uint8,
    np.uint64: types.uint64,
}


def kernel(function: Function) -> Function:
    """Compile a function when its module is imported, and keep the result in the cache.

    It runs without the interpreter's lock, so that threads share the work and the window stays
    alive. Its arrays are its caller's, and it makes none: references to them are not counted, which
    took half of the time, and more where threads share arrays.
    """
    return compile_as(signature(function), function, _nrt=False)


def allocating(function: Function) -> Function:
    """Compile a kernel that makes arrays, and so counts references: loops belong elsewhere."""
    return compile_as(signature(function), function)


def inlined(function: Function) -> Function:
    """Compile a kernel whose body is put in place of each call.

    That spares what a call costs.
    """
    return compile_as(signature(function), function, inline="always", _nrt=False)


def compile_as(types_: Any, function: Function, **options: str | bool) -> Function:
    """Compile a function for these types, with options of Numba."""
    decorator: Any = njit(types_, nogil=True, cache=True, **options)  # type: ignore[call-overload]
    compiled: Function = decorator(function)
    return compiled


def signature(function: Callable[..., Any], of_array: Callable[[Any], Any] = lambda t: t) -> Any:
    """Return Numba's types of a function, those of arrays as `of_array` makes them."""
    hints = get_type_hints(function, include_extras=True)
    returned = numba_type(hints.pop("return"), of_array)
    return returned(*[numba_type(hint, of_array) for hint in hints.values()])


def numba_type(hint: Any, of_array: Callable[[Any], Any] = lambda t: t) -> Any:
    """Return the Numba type of an annotation: a number, an array or a tuple of them.

    Raises:
        TypeError: The annotation has no Numba type.
    """
    hint = _without_alias(hint)
    if get_origin(hint) is Annotated:
        return get_args(hint)[1]
    if get_origin(hint) is np.ndarray:
        (element,) = get_args(get_args(hint)[1])
        return of_array(types.Array(from_dtype(np.dtype(element)), 1, "C"))
    if get_origin(hint) is tuple:
        parts = [numba_type(part, of_array) for part in get_args(hint)]
        return types.Tuple(parts)  # type: ignore[no-untyped-call]
    if hasattr(hint, "_fields"):
        hints = get_type_hints(hint, include_extras=True).values()
        parts = [numba_type(part, of_array) for part in hints]
        return types.BaseTuple.from_types(parts, hint)  # type: ignore[no-untyped-call]
    try:
        return _SCALARS[None if hint is type(None) else hint]
    except KeyError:
        raise TypeError(f"no Numba type is known for {hint}") from None


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
