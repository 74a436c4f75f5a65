"""Standard input, standard output and standard error.

Whoever reads the output may end early: `millmate explore ... | head`. Text that could not be
written stays in the stream's buffer, and the interpreter tries to write it again at exit, which
fails again. So a stream that fails is redirected to the null device.
"""

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO, cast

from millmate import limits
from millmate.errors import InputError
from millmate.language import visible


class _Visible:
    """A stream that writes characters that harm a terminal as escapes.

    Names come from files and engines. Only what writes a carriage return by itself can go back to
    the start of a line.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return self._stream.write(text if text == "\r" else visible(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def always_writable() -> Iterator[None]:
    """Make both streams accept any text: what their encoding lacks is written as an escape, too."""
    before = sys.stdout, sys.stderr
    for name, stream in zip(("stdout", "stderr"), before, strict=True):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
        if stream is not None:  # closed before the program started
            setattr(sys, name, cast(TextIO, _Visible(stream)))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def read_line() -> str:
    """Return the next line of standard input with its line break, "" at the end.

    Its length is limited, because standard input may be a device without an end.

    Raises:
        InputError: The line has more than `limits.LONGEST_LINE` characters.
    """
    line = sys.stdin.readline(limits.LONGEST_LINE + 1)
    if len(line) > limits.LONGEST_LINE:
        raise InputError(
            f"a line of standard input has more than {limits.LONGEST_LINE:,} characters: "
            "provide text with one position or move per line"
        )
    return line


def write_line(text: str) -> None:
    """Write a line to standard output at once, or nothing if its reader has ended.

    Raises:
        OSError: Writing fails for another reason, such as a full disk.
    """
    try:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
    except OSError as error:
        if not is_without_reader(error):
            raise
        _discard(sys.stdout)


def settle() -> OSError | None:
    """Flush both streams and redirect one that fails; return its error, None if neither fails."""
    trouble = None
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:  # the stream was closed before the program started
                stream.flush()
        except OSError as error:
            trouble = trouble or error
            _discard(stream)
    return trouble


def is_without_reader(error: OSError) -> bool:
    """Return whether a write failed with `error` because nothing reads the pipe any more."""
    if os.name == "nt":  # the C library of Windows has no better error for it
        return error.errno in (errno.EPIPE, errno.EINVAL) and error.filename is None
    return isinstance(error, BrokenPipeError)


def _discard(stream: TextIO) -> None:
    """Send the buffer of `stream`, and everything written later, to the null device."""
    null = os.open(os.devnull, os.O_WRONLY)
    with suppress(OSError):
        os.dup2(null, stream.fileno())
        stream.flush()
    os.close(null)
