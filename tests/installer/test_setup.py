"""The setup program of Windows removes what it has installed, file by file, and nothing else."""

import re
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "installer/windows/millmate.nsi"
FILES = ("millmate.exe", "LICENSE", "_internal/a$b.dll", "_internal/Qt/lib/Qt6Core.dll")


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    for name in FILES:
        (tmp_path / "bundle" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "bundle" / name).write_bytes(b"x")
    return tmp_path / "bundle"


def code() -> str:
    """Return the script without its remarks."""
    return "\n".join(line.partition(";")[0] for line in SCRIPT.read_text().splitlines())


def test_every_file_is_removed_by_its_name_and_folders_only_if_they_are_empty(
    installer: SimpleNamespace, bundle: Path
) -> None:
    text = installer.windows__setup.removal(bundle)
    assert set(re.findall(r'Delete "\$INSTDIR\\(.*)"', text)) == {
        "millmate.exe", "LICENSE", r"_internal\a$$b.dll", r"_internal\Qt\lib\Qt6Core.dll",
    }  # fmt: skip
    folders = re.findall(r'RMDir "\$INSTDIR\\(.*)"', text)
    assert folders == [r"_internal\Qt\lib", r"_internal\Qt", "_internal"]
    assert text.index("Delete") < text.rindex("Delete") < text.index("RMDir")


def test_no_folder_is_removed_with_what_is_in_it() -> None:
    assert "/r" not in re.findall(r"RMDir +(\S+)", code())
    assert "*" not in "".join(re.findall(r"Delete +(.+)", code()))


def test_a_folder_with_files_of_others_gets_one_of_its_own_within() -> None:
    taking = code().partition("Function TakeOwnFolder")[2].partition("FunctionEnd")[0]
    assert '${IfNot} ${FileExists} "$INSTDIR\\${MARK}"' in taking
    assert 'StrCpy $INSTDIR "$INSTDIR\\${OWN}"' in taking
    installing = code().partition("\nSection\n")[2].partition("SectionEnd")[0]
    assert installing.index("Call TakeOwnFolder") < installing.index("File /r")
    assert "MUI_PAGE_CUSTOMFUNCTION_LEAVE TakeOwnFolder" in code()  # so that it is shown


def test_nothing_is_removed_without_the_mark_of_an_installation() -> None:
    removing = code().partition("Section Uninstall")[2]
    refused, _, removed = removing.partition("${EndIf}")
    assert '${IfNot} ${FileExists} "$INSTDIR\\${MARK}"' in refused
    assert "Abort" in refused
    assert "Delete" not in refused
    assert "!insertmacro RemoveFiles" in removed


@pytest.mark.skipif(shutil.which("makensis") is None, reason="needs NSIS")
def test_the_script_compiles(
    installer: SimpleNamespace, bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from PIL import Image

    setup = installer.windows__setup
    Image.new("RGBA", (32, 32)).save(tmp_path / "icon.ico")
    for name in ("DIST", "WORK"):
        monkeypatch.setattr(setup, name, tmp_path)
    program = setup.setup_program(bundle, tmp_path / "icon.ico")
    assert program.read_bytes().startswith(b"MZ")
