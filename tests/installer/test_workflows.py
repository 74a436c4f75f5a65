"""What builds the installers elsewhere runs the code that was looked at, not what a tag names."""

import re
from pathlib import Path

import pytest

WORKFLOWS = sorted((Path(__file__).resolve().parents[2] / ".github/workflows").glob("*.y*ml"))
PINNED = re.compile(r"actions/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_every_action_is_githubs_own_and_named_by_its_commit(path: Path) -> None:
    used = re.findall(r"^\s*-?\s*uses:\s*(.+?)\s*$", path.read_text(), re.MULTILINE)
    assert used
    assert [each for each in used if not PINNED.fullmatch(each)] == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_it_may_only_read_and_keeps_no_key(path: Path) -> None:
    text = path.read_text()
    assert "permissions:\n  contents: read\n" in text
    assert text.count("actions/checkout@") == text.count("persist-credentials: false")
    assert "secrets." not in text
