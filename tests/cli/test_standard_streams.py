"""A reader that leaves early ends a command quietly; output that cannot be written is an error."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.commands import Ran
from tests.tiers import first

from millmate.cli import perft, standard_streams, verify


def ran(words: list[str], output: int, unbuffered: bool) -> tuple[int, str]:
    """Return the status of a command that writes to `output`, and what stands on its error."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    if unbuffered:
        environment["PYTHONUNBUFFERED"] = "1"
    command = [sys.executable, "-m", "millmate", *words]
    done = subprocess.run(
        command,
        input=b"uci\n",
        stdout=output,
        stderr=subprocess.PIPE,
        env=environment,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stderr.decode()


@pytest.mark.parametrize("unbuffered", first(1, [False, True]))
@pytest.mark.parametrize("words", [["--help"], ["perft", "chess", "2"], ["uci"]], ids=" ".join)
def test_a_reader_that_has_left_is_no_failure(words: list[str], unbuffered: bool) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        assert ran(words, writing, unbuffered) == (0, "")
    finally:
        os.close(writing)


def test_a_failure_stays_one_where_both_streams_lose_their_reader() -> None:
    """As in `millmate ... 2>&1 | head -1`."""
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "millmate", "verify", "KRvK"]
    assert subprocess.run(command, stdout=writing, stderr=writing, check=False).returncode == 1
    os.close(writing)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("words", first(1, [["perft", "chess", "2"], ["uci"]]))
def test_a_full_disk_is_a_failure_told_in_one_line(words: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        status, error = ran(words, full.fileno(), unbuffered=False)
    assert status == 1
    assert error.count("\n") == 1
    assert error.startswith(f"millmate {words[0]}: No space left on device")


def test_a_program_without_standard_output_runs() -> None:
    command = f"{sys.executable} -m millmate perft chess 2 >&-"
    done = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("module", "words", "status"),
    [(perft, ["perft", "chess", "1"], 0), (verify, ["verify", "KRvK"], 1)],
)
def test_work_that_a_leaving_reader_stops_is_not_said_to_be_done(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    module: object,
    words: list[str],
    status: int,
) -> None:
    def leave(args: object) -> int:
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    monkeypatch.setattr(module, "run", leave)
    done = Ran(capsys, *words)
    assert done.status == status
    assert done.err.count("\n") == status


def test_a_stream_that_fails_is_redirected(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        stream.write("text that nobody reads")
        assert isinstance(standard_streams.settle(), BrokenPipeError)
        standard_streams.write_line("more")
        assert standard_streams.settle() is None


def test_windows_reports_a_pipe_without_a_reader_as_an_invalid_argument(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipe = OSError(errno.EINVAL, "Invalid argument")
    file = OSError(errno.EINVAL, "Invalid argument", "a file")
    assert not standard_streams.is_without_reader(pipe)
    monkeypatch.setattr(standard_streams, "os", SimpleNamespace(name="nt"))
    assert standard_streams.is_without_reader(pipe)
    assert standard_streams.is_without_reader(BrokenPipeError(errno.EPIPE, "Broken pipe"))
    assert not standard_streams.is_without_reader(file)


@pytest.mark.parametrize(
    ("encoding", "written"),
    [
        ("ascii", r"\u0416\xe9\u202e\u001b[0m\udcff"),
        ("cp1252", r"\u0416é\u202e\u001b[0m\udcff"),
        ("utf-8", r"Жé\u202e\u001b[0m\udcff"),
    ],
)
def test_every_text_can_be_written(
    monkeypatch: pytest.MonkeyPatch, encoding: str, written: str
) -> None:
    for name in ("stdout", "stderr"):
        stream = io.TextIOWrapper(io.BytesIO(), encoding, newline="\n")
        monkeypatch.setattr(sys, name, stream)
        with standard_streams.always_writable():
            print("Жé\u202e\x1b[0m\udcff", file=getattr(sys, name), flush=True)
        assert getattr(sys, name) is stream
        assert stream.buffer.getvalue().decode(encoding) == written + "\n"
