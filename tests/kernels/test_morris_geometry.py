"""The kernels' board is the game's: points joined, mills, symmetries."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from millmate.games.morris import points
from millmate.games.morris import symmetry as of_game
from millmate.kernels import morris_geometry as geometry

masks = st.integers(0, points.ALL_POINTS)


def test_the_same_points_are_joined() -> None:
    assert geometry.NEIGHBOURS.tolist() == list(points.PLAIN.neighbours)


def test_the_mills_are_the_same() -> None:
    assert sorted(geometry.MILLS.tolist()) == sorted(points.PLAIN.mills)
    assert [set(rest) for rest in geometry.MILLS_AT.tolist()] == [*map(set, points.PLAIN.mills_at)]


def test_the_symmetries_are_the_same_and_the_first_does_nothing() -> None:
    every = [tuple(symmetry) for symmetry in geometry.SYMMETRIES.tolist()]
    assert len(every) == 16
    assert set(every) == set(of_game.SYMMETRIES)
    assert every[0] == tuple(range(24))


@pytest.mark.parametrize("number", range(16))
def test_each_symmetry_is_undone_by_its_inverse(number: int) -> None:
    there, back = geometry.SYMMETRIES[number], geometry.SYMMETRIES[geometry.INVERSE[number]]
    assert back[there].tolist() == list(range(24))


@given(st.lists(masks, min_size=1, max_size=20), st.integers(0, 15))
def test_images_of_masks_are_those_of_their_points(some: list[int], number: int) -> None:
    symmetry = tuple(geometry.SYMMETRIES[number].tolist())
    images = geometry.images(np.array(some, np.uint32), number)
    assert images.tolist() == [of_game.mask_image(symmetry, mask) for mask in some]
