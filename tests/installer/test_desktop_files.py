"""What tells a desktop of the program: entry, MIME types, icons, AppStream, manual page."""

import configparser
import shutil
import subprocess
import tomllib
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
import yaml
from PIL import Image

from millmate import __version__
from millmate.cli.main import COMMANDS, PAGES
from millmate.gui import app

ID = "io.github.millmate.millmate"
ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
_MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"


@pytest.fixture(scope="module")
def share(installer: SimpleNamespace, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a `share` directory filled as a package fills it."""
    folder = tmp_path_factory.mktemp("share")
    installer.places.desktop_files(folder)
    return folder


@pytest.fixture(scope="module")
def desktop(share: Path) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # keys keep their case
    parser.read(share / f"applications/{ID}.desktop", encoding="utf-8")
    return parser


@pytest.fixture(scope="module")
def entry(desktop: configparser.ConfigParser) -> configparser.SectionProxy:
    return desktop["Desktop Entry"]


@pytest.fixture(scope="module")
def component(share: Path) -> ElementTree.Element:
    return ElementTree.parse(share / f"metainfo/{ID}.metainfo.xml").getroot()


def validate(command: str, *arguments: str | Path) -> None:
    program = shutil.which(command)
    if program is None:
        pytest.skip(f"{command} is not here")
    subprocess.run([program, *arguments], check=True)


def test_the_entry_validates(share: Path) -> None:
    validate("desktop-file-validate", share / f"applications/{ID}.desktop")


def test_the_metadata_validates(share: Path) -> None:
    validate("appstreamcli", "validate", "--no-net", share / f"metainfo/{ID}.metainfo.xml")


def test_the_entry_starts_the_program_with_the_files_chosen(
    entry: configparser.SectionProxy,
) -> None:
    assert entry["Exec"] == "millmate %F"
    assert entry["Terminal"] == "false"


def test_every_action_opens_a_page(desktop: configparser.ConfigParser) -> None:
    names = [name for name in desktop["Desktop Entry"]["Actions"].split(";") if name]
    assert [f"Desktop Action {name}" for name in names] == desktop.sections()[1:]
    for action in map(desktop.__getitem__, desktop.sections()[1:]):
        *start, page = action["Exec"].split()
        assert start == ["millmate", "--page"]
        assert page in PAGES


def test_one_name_joins_entry_icon_window_and_metadata(
    entry: configparser.SectionProxy, component: ElementTree.Element
) -> None:
    assert f'setDesktopFileName("{ID}")' in Path(app.__file__).read_text()
    assert entry["Icon"] == component.findtext("icon") == component.findtext("id") == ID
    assert component.findtext("launchable") == f"{ID}.desktop"


def test_addresses_are_those_of_the_package_and_pictures_are_there(
    component: ElementTree.Element,
) -> None:
    home = PROJECT["urls"]["Homepage"]
    assert home == "https://github.com/" + "/".join(ID.split(".")[2:])
    assert all((url.text or "").startswith(home) for url in component.iter("url"))
    raw = f"{home.replace('github', 'raw.githubusercontent')}/v{__version__}/"
    for image in component.iter("image"):
        assert (ROOT / (image.text or "").removeprefix(raw)).is_file()


def test_the_flatpak_is_made_of_files_that_are_there() -> None:
    place = ROOT / "installer" / "linux" / f"{ID}.yaml"
    manifest = yaml.safe_load(place.read_text(encoding="utf-8"))
    assert manifest["id"] == ID
    assert manifest["command"] in PROJECT["scripts"]
    (module,) = manifest["modules"]
    files = [each["path"] for each in module["sources"] if each["type"] == "file"]
    assert len(files) == 4
    for name in files:
        assert (place.parent / name).is_file()
        assert sum(Path(name).name in line for line in module["build-commands"]) == 1


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
    root = ElementTree.parse(share / f"mime/packages/{ID}.xml").getroot()
    patterns = {
        kind.get("type"): kind.findtext(f"{_MIME}comment")
        and [glob.get("pattern") for glob in kind.iterfind(f"{_MIME}glob")]
        for kind in root.iterfind(f"{_MIME}mime-type")
    }
    assert patterns == {
        "application/x-chess-fen": ["*.fen"],
        "application/x-chess-epd": ["*.epd"],
    }


def test_every_list_of_releases_names_this_one(component: ElementTree.Element) -> None:
    release = component.find("releases/release")
    assert release is not None
    assert release.get("version") == __version__
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"\n## {__version__}, {release.get('date')}\n" in changes
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert str(citation["version"]) == __version__
    assert str(citation["date-released"]) == release.get("date")
    assert citation["repository-code"] == PROJECT["urls"]["Homepage"]


def test_every_text_of_the_metadata_is_there_in_every_language(
    component: ElementTree.Element, installer: SimpleNamespace
) -> None:
    language = "{http://www.w3.org/XML/1998/namespace}lang"
    texts = [each for tag in ("summary", "p", "li", "caption") for each in component.iter(tag)]
    numbers = Counter(text.get(language, "en") for text in texts)
    assert numbers == dict.fromkeys({"en", *installer.exclusions.LANGUAGES}, numbers["en"])


def test_icons_are_there_in_every_size(installer: SimpleNamespace, share: Path) -> None:
    theme = share / "icons/hicolor"
    for pixels in installer.places.ICON_SIZES:
        with Image.open(theme / f"{pixels}x{pixels}/apps/{ID}.png") as icon:
            assert icon.size == (pixels, pixels)
    assert (theme / f"scalable/apps/{ID}.svg").is_file()


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
