"""Sealed lines: appended after whole ones, apart from what a crash has cut off."""

from pathlib import Path

import pytest

from millmate.play.sealed_jsonl import append_lines, checksum, read_lines, seal, unseal

ONE, TWO = {"n": 1}, {"n": "zwei ä"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (None, b""),
        (b"", b""),
        (seal(ONE), seal(ONE)),
        (b"{", b"{\n"),
        (seal(ONE)[:-1], seal(ONE)),
    ],
    ids=["no file", "empty", "whole", "one byte", "cut off"],
)
def test_a_line_is_appended_to_whole_lines(
    before: bytes | None, after: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "lines"
    if before is not None:
        path.write_bytes(before)
    append_lines(path, TWO)
    assert path.read_bytes() == after + seal(TWO)


def test_lines_are_read_back_but_for_changed_ones(tmp_path: Path) -> None:
    path = tmp_path / "new" / "lines"
    assert read_lines(path) == []
    append_lines(path, ONE, TWO)
    path.write_bytes(path.read_bytes() + seal(ONE).replace(b"1", b"2", 1) + b"cut")
    assert read_lines(path) == [ONE, TWO, None, None]


def test_a_checksum_goes_on_from_the_line_before() -> None:
    before = checksum(seal(ONE))
    line = seal(TWO, before)
    assert line.endswith(b'"crc32c":"%08x"}\n' % checksum(line))
    assert unseal(line, before) == TWO
    assert unseal(line) is unseal(line, before + 1) is None
