"""Why there is no value of a position."""

from millmate.errors import InputError, MillMateError


class MissingTableError(MillMateError):
    """No table covers the material of a position; `table` names one to build, "" if unknown."""

    def __init__(self, message: str, table: str = "") -> None:
        super().__init__(message)
        self.table = table


class UnprobeableError(InputError):
    """Tables hold no such position: castling rights, an unknown variant, or an impossible one."""
