"""Requests that are refused: with a status of HTTP and a sentence."""

from http import HTTPStatus

from millmate.errors import InputError


class RefusedError(InputError):
    """A request that is not answered, and why."""

    def __init__(self, status: HTTPStatus, message: str) -> None:
        super().__init__(message)
        self.status = status
