"""The type of a pointer to the engine's buffer, for signatures."""

from numba import types

from millmate.kernels.morris_engine.layout import Words

__all__ = ["W", "Words"]

W = types.CPointer(types.int64)  # uncompiled, a pointer is the array itself
