"""Error messages as sentences: exceptions start in lower case and have no full stop."""

import re

from millmate.files import describe_error

_PLACE = re.compile(r"[a-h][1-8]\b")


def capital(text: str) -> str:
    """Return `text` with a capital first letter, unless it begins with a square or point."""
    return text if _PLACE.match(text) else text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Return `text` with a capital first letter and a full stop; "" stays empty."""
    return f"{capital(text).rstrip('.')}." if text else ""


def reason(error: Exception) -> str:
    """Return the message of an error in one line, to be used within a sentence."""
    if isinstance(error, OSError):
        return describe_error(error)
    return " ".join(str(error).split()) or type(error).__name__


def error_sentence(error: Exception) -> str:
    """Return the message of an error as a sentence; a leading file name is unchanged."""
    why = reason(error)
    return f"{why.rstrip('.')}." if isinstance(error, OSError) else sentence(why)
