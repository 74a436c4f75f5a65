"""What tells a desktop of the program: entry, MIME types, icons, AppStream, manual page."""

import configparser
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from PIL import Image

from millmate import __version__
from millmate.cli.main import COMMANDS
from millmate.gui import app

LINUX = Path(__file__).resolve().parents[2] / "installer" / "linux"
_MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"


@pytest.fixture(scope="module")
def share(installer: SimpleNamespace, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a `share` directory filled as a package fills it."""
    folder = tmp_path_factory.mktemp("share")
    installer.places.desktop_files(folder)
    return folder


@pytest.fixture(scope="module")
def entry(share: Path) -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # keys keep their case
    parser.read(share / "applications/millmate.desktop", encoding="utf-8")
    return parser["Desktop Entry"]


@pytest.fixture(scope="module")
def component(share: Path) -> ElementTree.Element:
    return ElementTree.parse(share / "metainfo/millmate.metainfo.xml").getroot()


def validate(command: str, *arguments: str | Path) -> None:
    program = shutil.which(command)
    if program is None:
        pytest.skip(f"{command} is not here")
    subprocess.run([program, *arguments], check=True)


def test_the_entry_validates(share: Path) -> None:
    validate("desktop-file-validate", share / "applications/millmate.desktop")


def test_the_metadata_validates(share: Path) -> None:
    validate("appstreamcli", "validate", "--no-net", share / "metainfo/millmate.metainfo.xml")


def test_the_entry_starts_the_program_with_the_files_chosen(
    entry: configparser.SectionProxy,
) -> None:
    assert entry["Exec"] == "millmate %F"
    assert entry["Terminal"] == "false"


def test_the_window_is_known_by_the_entrys_name(entry: configparser.SectionProxy) -> None:
    assert f'setDesktopFileName("{entry["StartupWMClass"]}")' in Path(app.__file__).read_text()
    assert (LINUX / f"{entry['StartupWMClass']}.desktop").is_file()


def test_every_kind_of_file_is_offered_everywhere(
    entry: configparser.SectionProxy, component: ElementTree.Element
) -> None:
    kinds = {kind for kind in entry["MimeType"].split(";") if kind}
    assert kinds == {
        "application/vnd.chess-pgn",
        "application/x-chess-fen",
        "application/x-chess-epd",
    }
    assert {element.text for element in component.iterfind("provides/mediatype")} == kinds


def test_fen_and_epd_are_known_by_their_endings(share: Path) -> None:
    root = ElementTree.parse(share / "mime/packages/millmate.xml").getroot()
    patterns = {
        kind.get("type"): kind.findtext(f"{_MIME}comment")
        and [glob.get("pattern") for glob in kind.iterfind(f"{_MIME}glob")]
        for kind in root.iterfind(f"{_MIME}mime-type")
    }
    assert patterns == {
        "application/x-chess-fen": ["*.fen"],
        "application/x-chess-epd": ["*.epd"],
    }


def test_the_metadata_names_this_version(component: ElementTree.Element) -> None:
    release = component.find("releases/release")
    assert release is not None
    assert release.get("version") == __version__


def test_every_text_of_the_metadata_is_there_in_german(component: ElementTree.Element) -> None:
    language = "{http://www.w3.org/XML/1998/namespace}lang"
    texts = [*component.iter("summary"), *component.iter("p"), *component.iter("li")]
    german = [text for text in texts if text.get(language) == "de"]
    assert len(texts) == 2 * len(german)


def test_icons_are_there_in_every_size(installer: SimpleNamespace, share: Path) -> None:
    theme = share / "icons/hicolor"
    for pixels in installer.places.ICON_SIZES:
        with Image.open(theme / f"{pixels}x{pixels}/apps/millmate.png") as icon:
            assert icon.size == (pixels, pixels)
    assert (theme / "scalable/apps/millmate.svg").is_file()


def test_the_manual_page_names_every_command(installer: SimpleNamespace) -> None:
    page = installer.manual.page()
    assert all(f".B {name}\n" in page for name in COMMANDS)
    assert f"Mill & Mate {__version__}" in page


def test_the_manual_page_is_sound_troff(installer: SimpleNamespace, tmp_path: Path) -> None:
    if shutil.which("man") is None:
        pytest.skip("man is not here")
    page = tmp_path / "millmate.1"
    page.write_text(installer.manual.page())
    command = ["man", "--warnings", "--local-file", page]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    assert told.stderr == ""
