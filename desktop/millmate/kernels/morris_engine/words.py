"""The engine's buffer as kernels see it."""

import numpy as np
from numba import types
from numpy.typing import NDArray

Words = NDArray[np.int64]

# The type of a pointer to it, for signatures; uncompiled, a pointer is the array itself.
W = types.CPointer(types.int64)
