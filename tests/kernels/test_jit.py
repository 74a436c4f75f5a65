"""Annotations of kernels become Numba's types, however NumPy spells its arrays."""

from typing import Annotated, Any, NamedTuple, TypeVar

import numpy as np
import pytest
from numba import from_dtype, types
from numpy.typing import NDArray
from typing_extensions import TypeAliasType

from millmate.kernels.jit import Words2D, numba_type

Scalar = TypeVar("Scalar", bound=np.generic)

# `NDArray` of NumPy 2.1 to 2.4 is the class with its parameters; since 2.5 it is a `type` alias.
Plain = np.ndarray[tuple[Any, ...], np.dtype[Scalar]]
Alias = TypeAliasType("Alias", Plain[Scalar], type_params=(Scalar,))
Nested = TypeAliasType("Nested", Alias[Scalar], type_params=(Scalar,))
Words = TypeAliasType("Words", Alias[np.uint64])


@pytest.mark.parametrize("array", [NDArray, Plain, Alias, Nested])
@pytest.mark.parametrize("element", [np.uint8, np.int16, np.int64, np.uint64, np.float32])
def test_an_array_has_the_element_type_of_every_form(array: Any, element: Any) -> None:
    assert numba_type(array[element]) == types.Array(from_dtype(np.dtype(element)), 1, "C")


def test_an_alias_without_parameters_is_its_value() -> None:
    assert numba_type(Words) == types.uint64[::1]
    assert numba_type(Annotated[Words, types.uint8]) == types.uint8


def test_parts_of_tuples_are_resolved() -> None:
    class Row(NamedTuple):
        words: Words
        count: int

    assert numba_type(tuple[Alias[np.uint8], int]) == types.Tuple((types.uint8[::1], types.int64))
    expected = types.BaseTuple.from_types((types.uint64[::1], types.int64), Row)
    assert numba_type(Row) == expected
    assert numba_type(Words2D) == types.uint64[:, ::1]


def test_an_unknown_type_is_named() -> None:
    with pytest.raises(TypeError, match="no Numba type is known for <class 'str'>"):
        numba_type(str)
