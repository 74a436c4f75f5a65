"""Every file that comes with the program besides its code has an author and a licence."""

import fnmatch
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RESOURCES = ROOT / "resources"
ANNOTATIONS = tomllib.loads((RESOURCES / "REUSE.toml").read_text(encoding="utf-8"))["annotations"]

# By installer/shipped_*.py, in checkouts that packages are made from.
MADE = ("manual/*", "tables/*")


def files() -> list[str]:
    """Return the files by their place, but for texts of licences and what Python has compiled."""
    found = (path.relative_to(RESOURCES) for path in RESOURCES.rglob("*") if path.is_file())
    left_out = {"licences", "__pycache__"}
    return [path.as_posix() for path in found if not left_out & set(path.parts)]


def test_every_file_is_named_once() -> None:
    patterns = [pattern for each in ANNOTATIONS for pattern in each["path"]]
    for name in files():
        matching = [pattern for pattern in patterns if fnmatch.fnmatchcase(name, pattern)]
        assert len(matching) == 1, (name, matching)


@pytest.mark.parametrize("each", ANNOTATIONS, ids=lambda each: each["path"][0])
def test_it_has_an_author_and_a_licence_and_says_where_it_is_from(each: dict[str, str]) -> None:
    assert each["SPDX-FileCopyrightText"].startswith("20")
    assert each["SPDX-License-Identifier"] in ("GPL-3.0-or-later", "OFL-1.1")
    assert each["SPDX-FileComment"].strip()


def test_nothing_is_named_that_is_not_there() -> None:
    for pattern in (pattern for each in ANNOTATIONS for pattern in each["path"]):
        assert pattern in MADE or fnmatch.filter(files(), pattern), pattern


def test_the_text_of_every_licence_is_there_and_no_other() -> None:
    everywhere = tomllib.loads((ROOT / "REUSE.toml").read_text(encoding="utf-8"))["annotations"]
    named = {each["SPDX-License-Identifier"] for each in (*everywhere, *ANNOTATIONS)}
    assert {path.stem for path in (ROOT / "LICENSES").iterdir()} == named
    ours = (ROOT / "LICENSES/GPL-3.0-or-later.txt").read_text(encoding="utf-8")
    assert ours == (ROOT / "LICENSE").read_text(encoding="utf-8")
