"""The log: one file per process, small, private, and never itself a cause of errors."""

import logging
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from millmate import __version__, log, paths
from millmate.log import LOG


@pytest.fixture(autouse=True)
def ended():
    yield
    log.stop()


def test_nothing_is_written_before_it_is_begun_nor_before_there_is_something_to_tell():
    LOG.warning("nobody listens")
    handler = log.start("window")
    assert not paths.log_dir().exists()
    assert log.current() is handler
    LOG.info("a build has begun")
    assert handler.path == paths.log_dir() / "millmate.log" == log.newest()


def test_the_first_line_tells_the_version_and_what_the_process_is():
    handler = log.start("window")
    LOG.info("opened")
    first, second = handler.path.read_text().splitlines()
    assert f"Mill & Mate {__version__}, window" in first
    assert "Python" in first
    assert second.endswith("opened")


def test_an_exception_is_written_with_its_traceback():
    handler = log.start("window")
    try:
        raise RuntimeError("the roof is leaking")
    except RuntimeError:
        LOG.exception("painting")
    told = handler.path.read_text()
    assert "Traceback" in told
    assert "RuntimeError: the roof is leaking" in told
    assert __name__ in told or Path(__file__).name in told


def test_the_name_of_ones_home_is_not_written(monkeypatch):
    monkeypatch.setattr(Path, "home", lambda: Path("/home/ada.lovelace"))
    handler = log.start("window")
    LOG.warning("cannot read /home/ada.lovelace/games/a.pgn")
    told = handler.path.read_text()
    assert "~/games/a.pgn" in told
    assert "ada" not in told


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps profiles apart by itself")
def test_others_on_the_machine_cannot_read_it():
    handler = log.start("window")
    LOG.info("opened")
    assert stat.S_IMODE(handler.path.stat().st_mode) & 0o077 == 0


def test_it_stays_small(monkeypatch):
    monkeypatch.setattr(log, "BYTES", 10_000)
    handler = log.start("window")
    for number in range(2000):
        LOG.info("line %d of many", number)
    files = sorted(path.name for path in paths.log_dir().glob("millmate.log*"))
    assert files == ["millmate.log", *(f"millmate.log.{n}" for n in range(1, 1 + log.PARTS))]
    assert sum(path.stat().st_size for path in paths.log_dir().iterdir()) <= 5 * 10_000
    assert "line 1999" in handler.path.read_text()


def test_two_processes_write_to_files_of_their_own():
    first, second = (log.LogFile(paths.log_dir(), who) for who in ("one", "two"))
    record = LOG.makeRecord("millmate", logging.INFO, "", 0, "hello", (), None)
    first.emit(record)
    second.emit(record)
    assert {first.path.name, second.path.name} == {"millmate.log", "millmate-2.log"}
    first.close()
    third = log.LogFile(paths.log_dir(), "three")
    third.emit(record)
    assert third.path.name == "millmate.log"
    assert "one" in third.path.read_text()  # entries of other processes stay
    second.close()
    third.close()


def test_a_killed_process_leaves_its_file_to_the_next_one():
    script = "import os; from millmate import log; log.start('x'); log.LOG.info('y'); os._exit(9)"
    subprocess.run([sys.executable, "-c", script], env=os.environ, check=False, timeout=60)
    handler = log.start("window")
    LOG.info("opened")
    assert handler.path.name == "millmate.log"
    assert len(handler.path.read_text().splitlines()) == 4


def test_where_it_cannot_be_written_nothing_else_is_disturbed(capsys):
    paths.state_dir().mkdir(parents=True)
    paths.log_dir().write_text("a file where the directory should be")
    handler = log.start("window")
    LOG.error("told to nobody")
    assert isinstance(handler.trouble, OSError)
    assert capsys.readouterr() == ("", "")
    paths.log_dir().unlink()
    LOG.error("told")
    assert handler.trouble is None
    assert "told" in handler.path.read_text()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_kept_in_mind_and_told_to_nobody(capsys):
    handler = log.start("window")
    LOG.error("the first one")
    handler.stream.close()
    with Path("/dev/full").open("w") as handler.stream:
        LOG.error("the second one")
        assert isinstance(handler.trouble, OSError)
        log.stop()  # even if the buffered text cannot be written
    assert capsys.readouterr().err == ""


def test_an_error_that_was_foreseen_is_a_line_and_what_a_person_wrote_is_not_in_it():
    from millmate.errors import InputError, MillMateError

    handler = log.start("window")
    log.report("analysis", MillMateError("the engine has ended"))
    log.report("opening a game", InputError("no game: 'Dear diary'"))
    told = handler.path.read_text()
    assert "analysis: MillMateError: the engine has ended" in told
    assert "opening a game: InputError" in told
    assert "diary" not in told
    assert "Traceback" not in told


def test_long_work_is_told_of_from_beginning_to_end():
    handler = log.start("window")
    with log.task("build of KBNvK"):
        pass
    with pytest.raises(ZeroDivisionError), log.task("build of KRvK"):
        raise ZeroDivisionError
    told = handler.path.read_text()
    assert "build of KBNvK: started" in told
    assert "build of KBNvK: done in" in told
    assert "build of KRvK: ended after" in told
    assert "Traceback" in told


def test_its_last_lines_begin_with_a_whole_one(tmp_path):
    path = tmp_path / "a.log"
    path.write_text("".join(f"line {n}\n" for n in range(1000)))
    lines = log.tail(path, 100).splitlines()
    assert lines[-1] == "line 999"
    assert all(line.startswith("line ") for line in lines)
    assert log.tail(path).splitlines()[0] == "line 0"


def test_an_error_in_a_line_names_its_place_in_the_program():
    from millmate.tablebase.names import parse

    try:
        parse(None)  # type: ignore[arg-type]
    except Exception as error:
        said = log.summary(error)
    assert said.startswith(("AttributeError: ", "TypeError: "))
    assert ".py:" in said
    assert log.summary(KeyError()) == "KeyError"
