"""The file of the network that evaluates chess positions (see `kernels/engine/network.py`).

It is an .npz with `weights` (int16, flat, as the kernel reads them), `recipe` (how they were
made) and `sha256` (of the weights).
"""

import hashlib
import io
import zipfile
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from millmate import limits
from millmate.errors import MillMateError
from millmate.files import write_atomically
from millmate.kernels.engine.layout import NETWORK_WORDS
from millmate.resources import resource

CHESS = "chess"  # the network that is included with the program
BY_HAND = ""  # no network: the classical evaluation
_LARGEST_FILE = 8 * NETWORK_WORDS + 1_000_000  # bytes
_LARGEST_MARK = 1000  # bytes
_LARGEST_HEAD = 10_000  # bytes before an array's values


class NetworkError(MillMateError):
    """The file of a network is missing, damaged or has another shape."""


def read_network(name: str | Path = CHESS) -> NDArray[np.int16]:
    """Return the weights in a file: an .npz by its path, or an included one by its name.

    They are int16[4 * NETWORK_WORDS], flat, as the kernel reads them.

    Raises:
        NetworkError: The file is missing, damaged or has another shape.
    """
    path = Path(name)
    try:
        if path.suffix != ".npz":
            path = resource(f"networks/{name}.npz")
        content = limits.read(path, _LARGEST_FILE)
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            weights = _array(archive, "weights", 2 * 4 * NETWORK_WORDS)
            mark = str(_array(archive, "sha256", _LARGEST_MARK))
    except FileNotFoundError:
        raise NetworkError(f"there is no network {path}: name a file that ends in .npz") from None
    except limits.TooLargeError:
        raise NetworkError(f"{path} is not a network file: it is too large") from None
    except Exception as error:  # the libraries fail on damaged files in many ways
        raise NetworkError(
            f"{path} is not a network file or is damaged ({type(error).__name__})"
        ) from None
    if weights.dtype != np.int16 or weights.shape != (4 * NETWORK_WORDS,):
        raise NetworkError(f"{path} has a network of the wrong shape: {weights.shape}")
    if _mark(weights) != mark:
        raise NetworkError(f"{path} is damaged: its weights do not match their SHA-256")
    return weights


def _array(archive: zipfile.ZipFile, name: str, most: int) -> NDArray[Any]:
    """Return an array of an .npz whose values take at most `most` bytes.

    The sizes declared by the ZIP and by the array are not trusted.
    """
    with archive.open(f"{name}.npy") as member:
        content = member.read(most + _LARGEST_HEAD + 1)
    file = io.BytesIO(content)
    version = np.lib.format.read_magic(file)
    shape, _, dtype = np.lib.format.read_array_header_1_0(file)
    if version != (1, 0) or dtype.hasobject or prod(shape) * dtype.itemsize > most:
        raise ValueError(f"{name} is too large")
    return np.frombuffer(content, dtype, prod(shape), file.tell()).reshape(shape).copy()


def write_network(path: Path, weights: NDArray[np.int16], recipe: str) -> None:
    """Write a file that `read_network` can read.

    Args:
        path: Path of the file.
        weights: int16[4 * NETWORK_WORDS], as the kernel reads them.
        recipe: How they were made, in words.

    Raises:
        OSError: The file cannot be written.
    """
    file = io.BytesIO()
    np.savez_compressed(file, weights=weights, recipe=recipe, sha256=_mark(weights))
    write_atomically(path, file.getvalue())


def _mark(weights: NDArray[np.int16]) -> str:
    return hashlib.sha256(weights.astype("<i2").tobytes()).hexdigest()
