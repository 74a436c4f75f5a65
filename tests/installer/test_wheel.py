"""The wheel carries what a user reads offline. Some minutes: pip fetches hatchling for it."""

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from tests.installer.conftest import Installer

from millmate.gui.shell.frame.navigation import Page

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory, installer: Installer) -> Path:
    """Return a folder with what a wheel installs, made of the files that Git keeps."""
    work = tmp_path_factory.mktemp("wheel")
    sources = work / "sources"
    sources.mkdir()
    kept = subprocess.run(
        ["git", "-C", ROOT, "archive", "HEAD"], check=True, capture_output=True
    ).stdout
    subprocess.run(["tar", "-x", "-C", sources], input=kept, check=True)
    installer.shipped_manual.make(sources / "resources" / "manual")
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", work, sources]
    subprocess.run(pip, check=True)
    (wheel,) = work.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(work / "installed")
    return work / "installed"


def test_help_finds_its_pages_in_a_wheel(installed: Path, tmp_path: Path) -> None:
    """And builds nothing: no Sphinx is asked for, and the cache stays empty."""
    ask = "import sys; from millmate import manual; print(manual.page(sys.argv[1]))"
    own = {**os.environ, "PYTHONPATH": str(installed), "MILLMATE_CACHE": str(tmp_path)}
    for name in ("index", *(page.entry.manual for page in Page)):
        told = subprocess.run(
            [sys.executable, "-c", ask, name], env=own, check=True, capture_output=True, text=True
        )
        assert Path(told.stdout.strip()) == installed / f"millmate/assets/manual/{name}.html"
    assert not list(tmp_path.iterdir())


def test_the_licences_of_the_manual_are_listed_with_the_others(installed: Path) -> None:
    ask = "from millmate import licences; print(*(c.name for c in licences.of_the_program()))"
    own = {**os.environ, "PYTHONPATH": str(installed)}
    told = subprocess.run(
        [sys.executable, "-c", ask], env=own, check=True, capture_output=True, text=True
    )
    assert "furo" in told.stdout.split()


def test_links_of_its_description_lead_to_the_repository(installed: Path) -> None:
    (metadata,) = installed.glob("millmate-*.dist-info/METADATA")
    links = re.findall(r"\]\(([^)]+)\)", metadata.read_text(encoding="utf-8"))
    assert len(links) > 20
    assert [link for link in links if not link.startswith("https://")] == []


def test_it_names_a_command_and_one_that_opens_no_console(installed: Path) -> None:
    (points,) = installed.glob("millmate-*.dist-info/entry_points.txt")
    assert points.read_text(encoding="utf-8").split() == [
        *("[console_scripts]", "millmate", "=", "millmate.__main__:main"),
        *("[gui_scripts]", "millmate-window", "=", "millmate.__main__:main"),
    ]
