"""The manual opens at the page that fits, in the window's language where there is one."""

import os
from pathlib import Path

import pytest
from tests import languages

from millmate import language, manual
from millmate.errors import MillMateError
from millmate.gui.shell.frame.navigation import Page

DOCS = Path(__file__).resolve().parents[1] / "docs"


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Pretend that pages came with the program: one in two languages, one in English only."""
    for name in ("first_steps", "de/first_steps", "reliability"):
        path = tmp_path / f"{name}.html"
        path.parent.mkdir(exist_ok=True)
        path.touch()
    monkeypatch.setattr(manual, "_DOCS", tmp_path)  # it is no checkout
    monkeypatch.setattr(manual, "resource", lambda name: tmp_path)
    return tmp_path


def test_each_page_of_the_window_has_one_in_the_manual() -> None:
    assert all((DOCS / f"{name}.md").exists() for name in (page.entry.manual for page in Page))


def test_it_opens_in_the_languages_that_it_has(shipped: Path) -> None:
    assert manual.page("first_steps") == shipped / "first_steps.html"
    before = language.current()
    languages.use("de")
    try:
        assert manual.page("first_steps") == shipped / "de" / "first_steps.html"
        assert manual.page("reliability") == shipped / "reliability.html"
        languages.use("fr")  # a language without a manual
        assert manual.page("first_steps") == shipped / "first_steps.html"
    finally:
        language.use(before)


def test_where_it_is_missing_a_sentence_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(manual, "_DOCS", tmp_path)  # it is no checkout
    monkeypatch.setattr(manual, "resource", lambda name: (tmp_path / name).resolve(strict=True))
    with pytest.raises(MillMateError, match="does not include the manual"):
        manual.page("first_steps")


@pytest.mark.thorough
def test_a_checkout_builds_it_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MILLMATE_CACHE", str(tmp_path))
    page = manual.page("glossary")
    assert page.is_relative_to(tmp_path)
    assert page.exists()
    before = page.stat().st_mtime_ns
    assert manual.page("glossary").stat().st_mtime_ns == before


def test_it_is_built_again_when_the_program_it_describes_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its reference is made from the program's commands, settings and docstrings."""
    built: list[Path] = []

    def build(folder: Path) -> None:
        built.append(folder)
        folder.mkdir(exist_ok=True)
        (folder / "objects.inv").touch()

    package = tmp_path / "millmate"
    package.mkdir()
    (package / "settings.py").touch()
    os.utime(package / "settings.py", (0, 0))
    monkeypatch.setenv("MILLMATE_CACHE", str(tmp_path / "cache"))
    (tmp_path / "cache").mkdir()
    monkeypatch.setattr(manual, "build", build)
    monkeypatch.setattr(manual, "_PACKAGE", package)
    manual.page("glossary")
    manual.page("glossary")
    assert len(built) == 1
    later = (built[0] / "objects.inv").stat().st_mtime + 1
    os.utime(package / "settings.py", (later, later))
    manual.page("glossary")
    assert len(built) == 2
