"""Arguments that several commands have."""

import argparse

import pytest
from hypothesis import given
from hypothesis import strategies as st

from millmate.cli.arguments import (
    add_tables,
    add_threads,
    resume_command,
    size_argument,
    whole_number,
)


@given(st.integers(0, 2000))
def test_numbers_between_the_bounds_are_read_and_no_others(number: int) -> None:
    read = whole_number(1, 1024, "number of threads")
    if 1 <= number <= 1024:
        assert read(str(number)) == number
    else:
        with pytest.raises(argparse.ArgumentTypeError, match="of threads from 1 to 1024"):
            read(str(number))


@pytest.mark.parametrize("text", ["", "-1", "1.5", "two", "1e3"])
def test_what_is_no_number_is_named(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match=f"'{text}' is not a number of 0 or more"):
        whole_number(0)(text)


@pytest.mark.parametrize(
    ("text", "count"),
    [("2GB", 2 * 10**9), ("1.5 g", 15 * 10**8), ("2GiB", 2**31), ("800M", 8 * 10**8), ("7", 7)],
)
def test_sizes_are_understood(text: str, count: int) -> None:
    assert size_argument(text) == count


def test_the_command_that_goes_on_has_what_was_given_and_quotes_it() -> None:
    parser = argparse.ArgumentParser()
    add_tables(parser)
    add_threads(parser)
    args = parser.parse_args(["--tables", "my tables"])
    told = resume_command(["build", "KQvK"], args, ("tables", "threads"))
    assert told == "millmate build KQvK --tables 'my tables'"
