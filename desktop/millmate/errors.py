"""Errors that users can act on; each part of the program derives its own kinds."""

from millmate.language import tr

_LONGEST = 200  # characters of another library's message


class MillMateError(Exception):
    """An error that users can act on; its text is one or two clear sentences."""


class InputError(MillMateError, ValueError):
    """Wrong input; the message names the offending part and the remedy."""


def quote_error(library: str, error: Exception) -> str:
    """Return an error of `library` as a clause that quotes its message.

    Python's message for a missing key is only its name; our own errors stay as they are.
    """
    if isinstance(error, MillMateError):
        return str(error)
    words = " ".join(str(error).split())[:_LONGEST]
    if isinstance(error, KeyError):
        return tr("{name} is missing", name=words)
    return tr("{library} reports “{words}”", library=library, words=words or type(error).__name__)
