"""The errors that a person can do something about; each part of the program has its own kinds."""


class MillMateError(Exception):
    """Something a person can act on; its text is one clear sentence or two."""


class InputError(MillMateError, ValueError):
    """Text or data from outside is wrong; the message names the offending part and the mend."""
