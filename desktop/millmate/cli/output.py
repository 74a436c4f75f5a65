"""Standard output and standard error, whose reader may leave early: `millmate explore ... | head`.

What could not be written stays in a stream's buffer, and the interpreter writes it again at its
end, which fails again. So a stream that fails is redirected to the null device.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from typing import TextIO


def write_line(text: str) -> None:
    """Write a line to standard output at once; nothing is written once its reader has left.

    Raises:
        OSError: It cannot be written for another reason, such as a full disk.
    """
    try:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
    except OSError as error:
        if not is_without_reader(error):
            raise
        _discard(sys.stdout)


def settle() -> OSError | None:
    """Flush both streams, and redirect one that fails; return why it does, None if neither does."""
    trouble = None
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:  # as it is where the stream was closed before the program began
                stream.flush()
        except OSError as error:
            trouble = trouble or error
            _discard(stream)
    return trouble


def is_without_reader(error: OSError) -> bool:
    """Tell whether a write failed with `error` because nobody reads the pipe any more."""
    if os.name == "nt":  # there the C library knows no better word for it
        return error.errno in (errno.EPIPE, errno.EINVAL) and error.filename is None
    return isinstance(error, BrokenPipeError)


def _discard(stream: TextIO) -> None:
    """Send what `stream` holds, and all that is still to come, to the null device."""
    null = os.open(os.devnull, os.O_WRONLY)
    with suppress(OSError):
        os.dup2(null, stream.fileno())
        stream.flush()
    os.close(null)
