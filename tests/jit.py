"""Numba's compiler, which knows the instructions that stand for some functions of kernels."""

from numba import njit

from millmate.kernels.making import instructions

__all__ = ["instructions", "njit"]
