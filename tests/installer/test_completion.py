"""Shells complete the command line: commands, options, values and files."""

import shutil
import subprocess
from pathlib import Path

import pytest
from tests.installer.conftest import Installer

from millmate.cli.main import COMMANDS

pytest.importorskip("shtab")

BASH = """\
source "$1/bash-completion/completions/millmate"
shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_shtab_millmate
printf '%s\\n' "${COMPREPLY[@]}"
"""
FISH = 'source "$argv[1]/fish/vendor_completions.d/millmate.fish"; complete -C "$argv[2]"'
LINES = [
    ("millmate ", set(COMMANDS)),
    ("millmate build --me", {"--metric", "--memory"}),
    ("millmate build --metric d", {"dtm", "dtz"}),
    ("millmate --page t", {"train", "tables", "tournaments"}),
    ("millmate notebook import a_fi", {"a_file"}),
    ("millmate tables --tables a_fo", {"a_folder"}),
]


@pytest.fixture(scope="module")
def share(installer: Installer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("share")
    installer.completion.write(folder)
    (folder / "a_file").touch()
    (folder / "a_folder").mkdir()
    return folder


def run(share: Path, *command: str) -> list[str]:
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not here")
    told = subprocess.run(command, capture_output=True, text=True, check=True, cwd=share)
    assert told.stderr == ""
    return told.stdout.splitlines()


@pytest.mark.parametrize(("line", "offered"), LINES)
def test_bash_completes(share: Path, line: str, offered: set[str]) -> None:
    assert offered <= set(run(share, "bash", "-c", BASH, "bash", str(share), *line.split(" ")))


@pytest.mark.parametrize(("line", "offered"), [*LINES, ("millmate a_fi", {"a_file"})])
def test_fish_completes(share: Path, line: str, offered: set[str]) -> None:
    said = run(share, "fish", "--no-config", "-c", FISH, str(share), line)
    assert offered <= {each.partition("\t")[0].rstrip("/") for each in said}


def test_zsh_can_read_its_file(share: Path) -> None:
    file = share / "zsh/vendor-completions/_millmate"
    assert file.read_text(encoding="utf-8").startswith("#compdef millmate\n")
    assert run(share, "zsh", "-f", "-n", str(file)) == []
