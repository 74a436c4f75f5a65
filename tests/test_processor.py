"""The program reports a processor that is too old before it imports anything that would crash."""

import subprocess
import sys
from pathlib import Path

import pytest

from millmate import processor
from millmate.__main__ import main

NEW = "fpu sse sse2 ht syscall lm pni ssse3 cx16 sse4_1 sse4_2 popcnt lahf_lm avx2"


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file in which the system describes its processor."""
    path = tmp_path / "cpuinfo"
    monkeypatch.setattr(processor, "_TOLD_BY", path)
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    return path


def told_of(flags: str) -> str:
    return f"processor\t: 0\nmodel name\t: Some\nflags\t\t: {flags}\nbugs\t\t: \n\nprocessor\t: 1\n"


def test_what_a_processor_lacks_is_named(told: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told.write_text(told_of(NEW.replace("sse4_1 sse4_2 popcnt ", "")))
    assert main(["perft", "1"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("millmate: this processor is too old: it lacks SSE4.1, SSE4.2, POPCNT")


@pytest.mark.parametrize("text", [told_of(NEW), "", "processor\t: 0\n"])
def test_others_and_those_of_which_nothing_is_told_are_used(told: Path, text: str) -> None:
    told.write_text(text)
    assert processor.obstacle() == ""


def test_where_no_file_tells_of_it_or_it_is_of_another_kind_it_is_used(
    told: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert processor.lacking() == []
    told.write_text(told_of("fpu"))
    assert processor.lacking()
    monkeypatch.setattr("platform.machine", lambda: "aarch64")
    assert processor.lacking() == []


def test_nothing_that_needs_such_a_processor_is_imported_before() -> None:
    code = "import sys, millmate.__main__, millmate.processor; print('numpy' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"
