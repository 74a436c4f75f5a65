"""Annotations of kernels tell what they take, however NumPy spells its arrays."""

from typing import Annotated, Any, NamedTuple, TypeVar

import numpy as np
import pytest
from numpy.typing import NDArray
from typing_extensions import TypeAliasType

from millmate.kernels.declare import Array, Byte, Named, Shape, Words2D, kind_of, kinds

Scalar = TypeVar("Scalar", bound=np.generic)

# `NDArray` of NumPy 2.1 to 2.4 is the class with its parameters; since 2.5 it is a `type` alias.
Plain = np.ndarray[tuple[Any, ...], np.dtype[Scalar]]
Alias = TypeAliasType("Alias", Plain[Scalar], type_params=(Scalar,))
Nested = TypeAliasType("Nested", Alias[Scalar], type_params=(Scalar,))
Words = TypeAliasType("Words", Alias[np.uint64])


@pytest.mark.parametrize("array", [NDArray, Plain, Alias, Nested])
@pytest.mark.parametrize("element", [np.uint8, np.int16, np.int64, np.uint64, np.float32])
def test_an_array_has_the_element_type_of_every_form(array: Any, element: Any) -> None:
    assert kind_of(array[element]) == Array(np.dtype(element))


def test_an_alias_without_parameters_is_its_value() -> None:
    assert kind_of(Words) == Array(np.dtype(np.uint64))
    assert kind_of(Annotated[Words, Shape(3, read_only=True)]) == Array(
        np.dtype(np.uint64), 3, read_only=True
    )


def test_parts_of_tuples_are_resolved() -> None:
    class Row(NamedTuple):
        words: Words
        count: int

    words, number = Array(np.dtype(np.uint64)), np.dtype(np.int64)
    assert kind_of(tuple[Words, int]) == Named((words, number))
    assert kind_of(Row) == Named((words, number), Row)
    assert kind_of(Words2D) == Array(np.dtype(np.uint64), 2)


def test_a_function_takes_and_returns_kinds() -> None:
    def halve(number: Byte, exact: bool) -> float: ...
    def clear(words: Words2D) -> None: ...

    byte, truth, real = np.dtype(np.uint8), np.dtype(np.bool_), np.dtype(np.float64)
    assert kinds(halve) == ([byte, truth], real)
    assert kinds(clear) == ([Array(np.dtype(np.uint64), 2)], None)


def test_an_unknown_type_is_named() -> None:
    with pytest.raises(TypeError, match="a kernel takes no <class 'str'>"):
        kind_of(str)
