"""The Info.plist entries: name, version, and the file types that the program opens."""

from exclusions import LANGUAGES
from places import APP_ID

from millmate import __version__


def _document(name: str, ending: str) -> dict[str, object]:
    return {
        "CFBundleTypeName": name,
        "CFBundleTypeExtensions": [ending],
        "CFBundleTypeRole": "Viewer",
        "LSHandlerRank": "Alternate",
    }


INFORMATION = {
    "CFBundleIdentifier": APP_ID,
    "CFBundleName": "Mill & Mate",
    "CFBundleDisplayName": "Mill & Mate",
    "CFBundleShortVersionString": __version__,
    "CFBundleVersion": __version__,
    "LSApplicationCategoryType": "public.app-category.board-games",
    "NSHighResolutionCapable": True,
    "CFBundleLocalizations": ["en", *sorted(LANGUAGES)],
    "CFBundleDocumentTypes": [
        _document("Chess games", "pgn"),
        _document("Chess position", "fen"),
        _document("Chess positions", "epd"),
    ],
}
