"""What nobody foresaw: one line that names the log, never a traceback."""

from millmate import log, paths
from millmate.cli.main import run
from millmate.errors import InputError


def failing(monkeypatch, error: Exception) -> None:
    from millmate.cli import perft

    def fail(args: object) -> int:
        raise error

    monkeypatch.setattr(perft, "run", fail)


def test_an_error_that_nobody_foresaw_is_a_line_that_names_the_log(monkeypatch, capsys):
    failing(monkeypatch, KeyError("roof"))
    assert run(["perft", "chess", "1"]) == 1
    out, err = capsys.readouterr()
    (line,) = err.splitlines()
    assert out == ""
    assert line.startswith("millmate perft: something went wrong that should not have: KeyError")
    path = paths.log_dir() / "millmate.log"
    assert line.endswith(str(path))
    told = path.read_text()
    assert "Traceback" in told
    assert "KeyError: 'roof'" in told


def test_where_no_log_can_be_written_the_rest_stands_above_the_line(monkeypatch, capsys):
    failing(monkeypatch, KeyError("roof"))
    paths.state_dir().parent.mkdir(parents=True, exist_ok=True)
    paths.state_dir().write_text("no directory")
    assert run(["perft", "chess", "1"]) == 1
    err = capsys.readouterr().err
    assert "Traceback" in err
    assert err.splitlines()[-1].endswith("please report the text above")


def test_a_foreseen_error_is_told_and_not_logged(monkeypatch, capsys):
    failing(monkeypatch, InputError("there is no such game"))
    assert run(["perft", "chess", "1"]) == 1
    assert capsys.readouterr().err == "millmate perft: there is no such game\n"
    assert not paths.log_dir().exists()


def test_what_goes_well_writes_no_log(capsys):
    assert run(["perft", "chess", "1"]) == 0
    assert not paths.log_dir().exists()
    assert log.current() is None


def test_a_build_is_logged_from_beginning_to_end(capsys):
    assert run(["build", "KRvK"]) == 0
    told = (paths.log_dir() / "millmate.log").read_text()
    assert "build of KRvK" in told
    assert "started" in told
    assert "done in" in told
