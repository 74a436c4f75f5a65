"""The progress bar of long work."""

import io

import pytest

from millmate.cli.progress import ProgressBar
from millmate.tablebase.progress import BuildProgress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class TestProgressBar:
    PROGRESS = BuildProgress("KBNvK", 3, 3, "solving", True, 12, 3020, 0.5, 61.0)

    def test_on_a_terminal_it_shows_table_share_finds_and_time_left(self) -> None:
        stream = Terminal()
        ProgressBar(stream)(self.PROGRESS)
        line = stream.getvalue()
        assert line.startswith("\rKBNvK (3/3)")
        for part in ("50%", "solving", "12 plies: 3,020 positions"):
            assert part in line

    def test_a_line_never_wraps(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "40")
        stream = Terminal()
        ProgressBar(stream)(self.PROGRESS)
        assert len(stream.getvalue().strip("\r")) < 40

    def test_it_leaves_a_clean_line(self) -> None:
        stream = Terminal()
        with ProgressBar(stream) as show:
            show(self.PROGRESS)
        assert stream.getvalue().split("\r")[-2].strip() == ""
        assert stream.getvalue().endswith("\r")

    def test_elsewhere_it_is_silent(self) -> None:
        stream = io.StringIO()
        with ProgressBar(stream) as show:
            show(self.PROGRESS)
        assert stream.getvalue() == ""
