"""Why a position cannot be probed."""

from millmate.errors import InputError, MillMateError


class MissingTableError(MillMateError):
    """No table covers the material of a position."""


class UnprobeableError(InputError):
    """Tables hold no such position: castling rights, an unknown variant, or an impossible one."""
