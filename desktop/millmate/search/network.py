"""The file of the network that judges chess positions (see `kernels/engine/network.py`).

An .npz with `weights` (int16, flat, as the kernel reads them), `recipe` (how they were made) and
`sha256` (of the weights).
"""

import hashlib
import io
import zipfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from millmate.errors import MillMateError
from millmate.files import write_atomically
from millmate.kernels.engine.layout import NETWORK_WORDS
from millmate.resources import resource

CHESS = "chess"  # the network that is shipped
BY_HAND = ""  # none: judge by the terms chosen by hand


class NetworkError(MillMateError):
    """The file of a network is missing, damaged or of another shape."""


def read_network(name: str | Path = CHESS) -> NDArray[np.int16]:
    """Return the weights in a file: an .npz by its path, or one that is shipped by its name.

    Raises:
        NetworkError: It is missing, damaged or of another shape.
    """
    path = Path(name)
    try:
        if path.suffix != ".npz":
            path = resource(f"networks/{name}.npz")
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
            weights: NDArray[np.int16] = file["weights"]
            mark = str(file["sha256"])
    except FileNotFoundError:
        raise NetworkError(f"there is no network {path}: name a file that ends in .npz") from None
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise NetworkError(f"{path} is no network, or damaged ({error})") from None
    if weights.dtype != np.int16 or weights.shape != (4 * NETWORK_WORDS,):
        raise NetworkError(f"{path} holds a network of another shape: {weights.shape}")
    if _mark(weights) != mark:
        raise NetworkError(f"{path} is damaged: its weights do not fit their SHA-256")
    return weights


def write_network(path: Path, weights: NDArray[np.int16], recipe: str) -> None:
    """Write a file that `read_network` reads."""
    file = io.BytesIO()
    np.savez_compressed(file, weights=weights, recipe=recipe, sha256=_mark(weights))
    write_atomically(path, file.getvalue())


def _mark(weights: NDArray[np.int16]) -> str:
    return hashlib.sha256(weights.astype("<i2").tobytes()).hexdigest()
