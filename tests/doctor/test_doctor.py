"""`millmate doctor`: what is there, what is missing, and the one thing to do about each."""

import json
import shutil
import sys
import tomllib
from pathlib import Path

import pytest
from tests import languages
from tests.consent import allow
from tests.made_tables import spoil

from millmate import files, paths, settings
from millmate.cli.main import run
from millmate.doctor import Finding, State, artifacts, display, report
from millmate.doctor.report import data, examine, fits, is_well, text
from millmate.tablebase.metric import Metric

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def without_engines(monkeypatch):
    """Engines of this machine take a second to start; those of a test are listed by it."""
    monkeypatch.setattr(artifacts, "installed", list)


def named(findings, name: str) -> Finding:
    (found,) = [finding for finding in findings if finding.name == name]
    return found


def test_a_sound_installation_is_well(tables, capsys, monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert run(["doctor", "--tables", str(tables)]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[-1] == "All is well."
    for word in ("Mill & Mate", "numpy", "processor", "memory", "cache", "libcairo", "compiled"):
        assert word in out
    assert "of chess" in out


def test_python_is_refused_only_where_it_is_too_old(monkeypatch):
    found = named(report.libraries(), "Python")
    assert found.state is State.GOOD
    assert ", 3.11 or later)" in found.text
    monkeypatch.setattr(report, "PYTHON", (99, 1))
    found = named(report.libraries(), "Python")
    assert found.state is State.MISSING
    assert found.text.endswith("), but 99.1 or later is needed")


@pytest.mark.parametrize("name", ["Python", "numpy"])
def test_a_version_that_was_not_tested_is_a_note(name, monkeypatch):
    found = named(report.libraries(), name)
    assert found.state is State.GOOD
    assert found.text.endswith("), tested")
    monkeypatch.setitem(report.TESTED, name, ("1.0", "1.1", "1.2"))
    found = named(report.libraries(), name)
    assert found.state is State.NOTE
    assert found.text.endswith("), not tested")
    assert found.mend == "tested with 1.0, 1.1 and 1.2"


def test_every_list_of_tested_pythons_is_the_same():
    tested = list(report.TESTED["Python"])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    prefix = "Programming Language :: Python :: 3."
    classified = [line for line in project["classifiers"] if line.startswith(prefix)]
    assert [line.rpartition(" ")[2] for line in classified] == tested
    assert project["requires-python"] == f">={tested[0]}"
    workflow = (ROOT / ".github/workflows/tests.yml").read_text()
    assert f"python: {json.dumps(tested)}" in workflow
    assert f"Python {tested[0]} to {tested[-1]}" in (ROOT / "README.md").read_text()


def test_nothing_is_made_and_nothing_changed(own_directories, tables):
    settings.settings_file().parent.mkdir(parents=True)
    settings.settings_file().write_text("{broken")
    examine(directory=tables)
    assert [path.name for path in own_directories.rglob("*")] == ["config", "settings.json"]


def test_it_is_told_how_many_settings_were_changed(own_directories):
    settings.save(settings.Settings(text_size=120, appearance="dark"))
    said = named(report.directories(paths.tables_dir()), "settings file").text
    assert said.startswith("settings.json: 2 of ")
    assert said.endswith(" settings changed from the defaults")


def test_damaged_settings_are_missing_and_it_is_said_what_to_do(own_directories):
    settings.settings_file().parent.mkdir(parents=True)
    settings.settings_file().write_text("{broken")
    found = named(report.directories(paths.tables_dir()), "settings file")
    assert found.state is State.MISSING
    assert str(settings.settings_file()) in found.mend
    settings.load()  # sets it aside
    found = named(report.directories(paths.tables_dir()), "settings file")
    assert found.state is State.NOTE
    assert "settings.json.damaged" in found.text


def file_in_the_way(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("MILLMATE_DATA", str(tmp_path / "file"))


def medium_that_refuses_whatever_rights_say(monkeypatch, tmp_path):
    def refuse(**place: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(files.tempfile, "TemporaryFile", refuse)


def full_disk(monkeypatch, tmp_path):
    monkeypatch.setattr(report.machine, "disk_room", lambda place: (1000, 10**9))


@pytest.mark.parametrize(
    ("spoil", "said", "mend"),
    [
        (file_in_the_way, "cannot be written", "permission"),
        (medium_that_refuses_whatever_rights_say, "Read-only file system", "permission"),
        (full_disk, "1.0 kB free", "free some space"),
    ],
)
def test_a_directory_that_cannot_be_written_is_missing(spoil, said, mend, monkeypatch, tmp_path):
    spoil(monkeypatch, tmp_path)
    found = named(report.directories(paths.tables_dir()), "data")
    assert found.state is State.MISSING
    assert said in found.text
    assert mend in found.mend


def test_without_libcairo_its_package_is_named(monkeypatch):
    def refuse(symbol: str, pixels: int) -> bytes:
        raise display.PictureError("pictures need libcairo")

    monkeypatch.setattr(display, "piece_png", refuse)
    found = named(display.display(), "libcairo")
    assert found.state is State.MISSING
    assert found.mend == "apt-get install libcairo2"


@pytest.mark.parametrize(
    ("missing", "mend"),
    [("PySide6", "pip install PySide6-Essentials"), (None, "apt-get install libgl1")],
    ids=["the package", "a library of the system"],
)
def test_qt_that_cannot_be_loaded_is_missing(missing, mend, monkeypatch):
    def fail(name: str) -> None:
        raise ImportError("libGL.so.1: cannot open shared object file", name=missing)

    monkeypatch.setattr(display, "import_module", fail)
    found = named(display.display(), "Qt")
    assert (found.state, found.mend.startswith(mend)) == (State.MISSING, True)
    assert "libGL.so.1" in found.text


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a display")
def test_without_a_display_nothing_is_missing_but_the_window(monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert named(display.display(), "display").state is State.NOTE


@pytest.mark.skipif(sys.platform != "linux", reason="of X11")
def test_missing_libraries_of_x11_are_named_by_their_packages(monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    monkeypatch.setattr(display, "loads", lambda library: "icccm" not in library)
    assert named(display.display(), "display").mend == "apt-get install libxcb-icccm4"


def test_a_damaged_table_is_named_and_so_is_one_that_is_unfinished(tables, tmp_path, capsys):
    copy = tmp_path / "tables"
    shutil.copytree(tables, copy)
    spoil(copy / "KRvK.table")
    draft = copy / ".building-KQvKR"
    draft.mkdir()
    Metric.DTZ.directory(copy).mkdir()
    (draft / "KQvKR.table").touch()
    findings = list(artifacts.tables(copy))
    damaged = named(findings, "KRvK")
    assert damaged.state is State.MISSING
    assert damaged.mend == f"delete {copy / 'KRvK.table'} and build it again"
    assert "millmate build KQvKR" in named(findings, "unfinished").mend
    draft.rename(Metric.DTZ.directory(copy) / draft.name)
    unfinished = named(artifacts.tables(copy), "unfinished")
    assert unfinished.text == "KQvKR (DTZ50)"
    assert "millmate build --metric dtz KQvKR" in unfinished.mend
    assert run(["doctor", "--json", "--tables", str(copy)]) == 1
    assert json.loads(capsys.readouterr().out)["ok"] is False


def test_no_tables_are_no_fault(tmp_path):
    found = named(artifacts.tables(tmp_path / "none"), "tables")
    assert found.state is State.NOTE
    assert "millmate build" in found.mend


def test_an_engine_that_is_listed_and_gone_is_missing():
    chosen = settings.Settings(engines=["uci:/no/such/engine"])
    (found,) = artifacts.engines(chosen, lambda: False)
    assert found.state is State.MISSING
    assert "Players > Engines" in found.mend


def test_an_engine_that_answers_says_its_name(tmp_path):
    engine = tmp_path / "engine"
    engine.write_text(
        f"#!{sys.executable}\n"
        "for line in iter(input, 'quit'):\n"
        "    if line == 'uci': print('id name Tiny 1\\nuciok', flush=True)\n"
        "    if line == 'isready': print('readyok', flush=True)\n"
    )
    engine.chmod(0o755)
    chosen = settings.Settings(engines=[f"uci:{engine}"])
    (found,) = artifacts.engines(chosen, lambda: False)
    assert found.state is State.NOTE
    assert found.text.startswith("not started: it is not allowed on this machine")
    allow(f"uci:{engine}")
    (found,) = artifacts.engines(chosen, lambda: False)
    assert found.state is State.GOOD
    assert "Tiny 1" in found.text


def test_a_folder_of_others_tables_that_is_gone_is_missing(tmp_path):
    chosen = settings.Settings(syzygy=str(tmp_path / "gone"))
    assert named(artifacts.others(chosen), "Syzygy tables").state is State.MISSING
    assert named(artifacts.others(chosen), "Gaviota tables").state is State.GOOD
    (tmp_path / "KQvK.rtbw").touch()
    chosen = settings.Settings(syzygy=str(tmp_path))
    assert named(artifacts.others(chosen), "Syzygy tables").state is State.GOOD


def test_what_is_asked_of_libraries_is_what_the_project_asks_for():
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    assert [f"{name}{wanted}" for name, wanted in report.REQUIRED.items()] == asked


@pytest.mark.parametrize(
    ("found", "wanted", "well"),
    [
        ("2.1", ">=2.1,<2.6", True),
        ("2.0.9", ">=2.1,<2.6", False),
        ("2.6", ">=2.1,<2.6", False),
        ("2.5.9", ">=2.1,<2.6", True),
        ("6.12.0", ">=6.8,<7,!=6.12.0", False),
        ("6.12.1", ">=6.8,<7,!=6.12.0", True),
        ("10.0", ">=9", True),
        ("3.0rc1", ">=3", True),
        ("of unknown version", ">=3", True),
    ],
)
def test_versions_are_compared_number_by_number(found, wanted, well):
    assert fits(found, wanted) is well


def test_a_library_that_is_gone_is_missing(monkeypatch):
    monkeypatch.setattr(report, "REQUIRED", {"no-such-library": ">=1"})
    found = named(report.libraries(), "no-such-library")
    assert found.state is State.MISSING
    assert "pip install 'no-such-library>=1'" in found.mend


def test_what_breaks_the_look_itself_is_told(monkeypatch, tables):
    def fail() -> None:
        raise RuntimeError("the roof is leaking")

    monkeypatch.setattr(artifacts, "kernels", fail)
    findings = examine(directory=tables)
    assert not is_well(findings)
    assert "the roof is leaking" in text(findings)
    said = json.loads(json.dumps(data(findings)))
    assert said["ok"] is False
    assert {"area", "name", "text", "state", "mend"} == set(said["findings"][0])
    assert "tables" in {finding["area"] for finding in said["findings"]}


def test_the_report_names_nobody(monkeypatch):
    monkeypatch.setattr(Path, "home", lambda: Path("/home/ada"))
    said = text([Finding("data", "/home/ada/.local", State.MISSING, "rm /home/ada", "directories")])
    assert "ada" not in said
    assert said.splitlines()[-1] == "Missing: data"


def test_its_numbers_are_english_whatever_the_window_speaks(monkeypatch):
    from millmate import language
    from millmate.doctor import report

    monkeypatch.setattr(report.machine, "disk_room", lambda place: (1_500_000_000, 2_500_000_000))
    languages.use("de", {}, (".", ","))
    try:
        said = text(report.examine())
    finally:
        language.use(language.ENGLISH)
    assert "1.5 GB free of 2.5 GB" in said
