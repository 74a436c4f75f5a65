"""The errors that a person can do something about; each part of the program has its own kinds."""

from millmate.language import tr

_LONGEST = 200  # characters of what others say


class MillMateError(Exception):
    """Something a person can act on; its text is one clear sentence or two."""


class InputError(MillMateError, ValueError):
    """Text or data from outside is wrong; the message names the offending part and the mend."""


def quote_error(who: str, error: Exception) -> str:
    """Return what the library `who` says of an error, as a clause: its words are half a sentence.

    Of a missing key Python says but the name; what is our own is said as it is.
    """
    if isinstance(error, MillMateError):
        return str(error)
    words = " ".join(str(error).split())[:_LONGEST]
    if isinstance(error, KeyError):
        return tr("{name} is missing", name=words)
    return tr("{who} says “{words}”", who=who, words=words or type(error).__name__)
