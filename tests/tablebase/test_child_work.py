"""What a child process that works on tables raises reaches its parent."""

import logging
from multiprocessing.connection import Connection

import pytest

from millmate.errors import MillMateError
from millmate.language import Language
from millmate.tablebase.child_work import Send, reports, send_all
from millmate.tablebase.progress import never


def work(pipe: Connection, spoken: Language, error: Exception) -> None:
    def fail(send: Send) -> None:
        send("begun")
        raise error

    send_all(pipe, spoken, fail)


@pytest.mark.parametrize(
    ("error", "told", "logged"),
    [
        (MillMateError("no table"), "no table", False),
        (ZeroDivisionError("by 0"), "unexpected error .*: ZeroDivisionError: by 0", True),
    ],
)
def test_an_error_of_the_child_is_told_and_logged_if_unexpected(
    caplog: pytest.LogCaptureFixture, error: Exception, told: str, logged: bool
) -> None:
    caplog.set_level(logging.INFO)
    given = reports("worker", work, error, stopped=never, died="the process has died")
    assert next(given) == "begun"
    with pytest.raises(MillMateError, match=told):
        next(given)
    assert ("in fail" in caplog.text) == logged
