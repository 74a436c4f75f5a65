"""What went wrong, as a sentence: errors begin small and end openly where they are raised."""

from millmate.files import describe_error


def capital(text: str) -> str:
    """Return `text` with a capital first."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Return `text` with a capital first and a full stop at the end; "" stays empty."""
    return f"{capital(text).rstrip('.')}." if text else ""


def reason(error: Exception) -> str:
    """Return in one line what went wrong, to be said within a sentence."""
    if isinstance(error, OSError):
        return describe_error(error)
    return " ".join(str(error).split()) or type(error).__name__


def told(error: Exception) -> str:
    """Return what went wrong as a sentence; a file's name at its beginning stays as it is."""
    why = reason(error)
    return f"{why.rstrip('.')}." if isinstance(error, OSError) else sentence(why)
