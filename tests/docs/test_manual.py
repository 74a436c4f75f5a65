"""The manual builds without a warning, and its first steps can be taken as they are written."""

import json
import os
import re
import socket
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tests.installer.conftest import Installer

from millmate import licences
from millmate.cli.main import COMMANDS, parser_of
from millmate.games.morris.variants import VARIANTS
from millmate.glossary import Term
from millmate.gui.shell.frame.navigation import Page

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
FIRST_STEPS = DOCS / "first_steps.md"


@pytest.fixture(scope="module")
def manual(tmp_path_factory: pytest.TempPathFactory, installer: Installer) -> Path:
    """Return the folder of the manual as packages carry it, built with warnings as errors."""
    folder = tmp_path_factory.mktemp("manual") / "pages"
    installer.shipped_manual.make(folder)
    installer.shipped_manual.check(folder)
    return folder


def test_it_begins_with_the_first_steps(manual: Path) -> None:
    assert 'href="first_steps.html"' in (manual / "index.html").read_text(encoding="utf-8")


def test_every_page_that_the_window_opens_is_there(manual: Path) -> None:
    for name in {page.entry.manual for page in Page}:
        assert (manual / f"{name}.html").is_file()


def test_the_licences_of_its_styles_and_scripts_come_with_it(manual: Path) -> None:
    found = licences.collected(manual / licences.OF_THE_MANUAL / licences.INDEX)
    texts = {each.name: each.text for each in found}
    assert {"furo", "Sphinx"} <= texts.keys()
    assert "Gumshoe" in texts["furo"]
    assert all("opyright" in text for text in texts.values())


def test_every_command_and_option_is_in_the_reference(manual: Path) -> None:
    page = (manual / "reference" / "commands.html").read_text(encoding="utf-8")
    shown = _without_tags(page)
    for name in COMMANDS:
        assert f'id="millmate-{name}"' in page
        for action in parser_of(name)._actions:
            assert all(option in shown for option in action.option_strings if option != "-h")


def test_the_glossary_has_every_term_in_both_languages(manual: Path) -> None:
    english = _without_tags((manual / "glossary.html").read_text(encoding="utf-8"))
    german = _without_tags((manual / "de" / "glossary.html").read_text(encoding="utf-8"))
    for page in (manual / "glossary.html", manual / "de" / "glossary.html"):
        told = page.read_text(encoding="utf-8")
        assert [told.index(f'<dt id="{term.anchor}">') for term in Term]
    for term in Term:
        assert term.value.term in english
        assert term.value.text in english
    assert "Halbzug" in german


def test_the_variants_of_morris_are_explained_in_both_languages_each_in_a_picture(
    manual: Path,
) -> None:
    page = Path("reference", "morris_variants.html")
    for folder, title in ((manual, "Three men"), (manual / "de", "Dreiermühle")):
        told = (folder / page).read_text(encoding="utf-8")
        assert title in told
        for variant in VARIANTS.values():
            _, _, section = told.partition(f'id="variant-{variant.name}"')
            assert "<svg" in section.partition("<h2>")[2].partition("<h2>")[0]


def test_pages_link_only_to_files_that_are_there(manual: Path) -> None:
    """Sphinx checks links between pages; this checks what it wrote, pictures and anchors too."""
    for page in manual.rglob("*.html"):
        for target in re.findall(r'(?:href|src)="([^"]+)"', page.read_text(encoding="utf-8")):
            path, _, anchor = target.partition("#")
            if "://" in path or path.startswith(("mailto:", "data:")):
                continue
            file = page if not path else page.parent / path.partition("?")[0]
            assert file.exists(), f"{page}: {target}"
            if anchor and file.suffix == ".html":
                assert f'id="{anchor}"' in file.read_text(encoding="utf-8"), f"{page}: {target}"


def test_nothing_is_fetched_from_elsewhere(manual: Path) -> None:
    """It is read offline: styles, fonts, scripts and pictures come with it."""
    fetched = re.compile(r'(?:src|<link[^>]+href)="(https?:)?//')
    for page in manual.rglob("*.html"):
        assert not fetched.search(page.read_text(encoding="utf-8")), page


@pytest.mark.slow
def test_links_to_other_sites_lead_somewhere(tmp_path: Path) -> None:
    """Needs the web: sites that it has no way to are skipped, and those that have moved are not."""
    words = ("-b", "linkcheck", "-q", "-E", "-d", tmp_path / "cache", DOCS, tmp_path)
    subprocess.run([sys.executable, "-m", "sphinx", *map(str, words)], capture_output=True)
    lines = (tmp_path / "output.json").read_text(encoding="utf-8").splitlines()
    found = [link for link in map(json.loads, lines) if link["uri"].startswith("http")]
    assert found
    reached = [link for link in found if _is_known(urlsplit(link["uri"]).hostname)]
    wrong = [f"{each['filename']}: {each['uri']}: {each['info']}" for each in reached
             if each["status"] in ("broken", "timeout")]  # fmt: skip
    assert wrong == []
    if len(reached) < len(found):
        pytest.skip(f"no way to {len(found) - len(reached)} of {len(found)} sites from here")


def _is_known(host: str | None) -> bool:
    try:
        return bool(socket.getaddrinfo(host, 443))
    except OSError:
        return False


def test_the_first_steps_can_be_taken_as_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All but what installs the program and what opens its window."""
    program = tmp_path / "bin" / "millmate"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m millmate "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    said = {}
    for line in _commands(FIRST_STEPS):
        if line.startswith("millmate "):
            ran = subprocess.run(
                ["sh", "-c", line], cwd=tmp_path, capture_output=True, text=True, timeout=600
            )
            assert ran.returncode == 0, f"{line}\n{ran.stderr}"
            said[line] = ran.stdout
    probed = next(out for line, out in said.items() if line.startswith("millmate probe"))
    assert "White mates in 11 moves" in probed
    assert len(said) == 8


@pytest.mark.parametrize("language", ["de"])
def test_other_languages_have_the_same_commands_packages_and_pictures(language: str) -> None:
    other = DOCS / language / "first_steps.md"
    assert list(_commands(other)) == list(_commands(FIRST_STEPS))
    assert _packages(other) == _packages(FIRST_STEPS)
    assert _pictures(other) == _pictures(FIRST_STEPS)
    shown = re.findall(r"screenshots/[^)]+", other.read_text(encoding="utf-8"))
    assert all(name.startswith(f"screenshots/{language}/") for name in shown)


def _commands(page: Path) -> Iterator[str]:
    """Yield the lines of a page's blocks of commands."""
    for block in re.findall(r"```sh\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        yield from block.splitlines()


def _packages(page: Path) -> list[str]:
    """Return the packages of Debian that a page tells to install."""
    (named,) = re.findall(r"`apt-get install ([^`]+)`", page.read_text(encoding="utf-8"))
    return named.split()


def _pictures(page: Path) -> list[str]:
    return re.findall(r"!\[[^\]]*\]\([^)]*?([\w.-]+)\)", page.read_text(encoding="utf-8"))


def _without_tags(page: str) -> str:
    plain = re.sub(r"<[^>]+>", "", page)
    return plain.replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&")


def test_the_architecture_shows_every_layer() -> None:
    """In the order in which they import each other, as pyproject.toml has them."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    layered = [each["layers"] for each in contracts if each["type"] == "layers"]
    page = (DOCS / "explanation" / "architecture.md").read_text(encoding="utf-8")
    drawings = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    for contract, shown in zip(layered, drawings, strict=True):
        layers = [layer.split(" | ") for layer in contract]
        assert {name for layer in layers for name in layer} <= set(shown.split())
        starts = [re.search(rf"^{layer[0]}\b", shown, re.MULTILINE) for layer in layers]
        assert [each.start() for each in starts if each] == sorted(m.start() for m in starts if m)
        assert all(starts)


def test_the_readme_names_the_same_packages() -> None:
    assert _packages(ROOT / "README.md") == _packages(FIRST_STEPS)


def test_the_readme_is_short_and_its_links_lead_somewhere() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme.count("\n") <= 150
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", readme):
        assert "://" in target or (ROOT / target).exists(), target
