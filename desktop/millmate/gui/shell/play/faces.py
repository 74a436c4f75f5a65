"""The faces of players."""

from PySide6.QtGui import QIcon

from millmate.gui.kit.theme import icon
from millmate.players.search_kinds import SEARCH_KINDS
from millmate.players.spec import STYLE, TABLE, PlayerSpec

_STYLES = {"perfect": "table"}  # others have a face of their name


def face(spec: PlayerSpec) -> QIcon:
    """Return the drawn face of a kind of player, in the colour of button texts."""
    return icon(f"face-{_name(spec)}")


def _name(spec: PlayerSpec) -> str:
    """Return the name of a face; engines of other programs share one, and so do all searches."""
    if spec.kind in SEARCH_KINDS:
        return "search"
    if spec.strong is not None and spec.strong.elo is not None:
        return "person"
    if spec.kind == TABLE:
        style = dict(spec.options).get(STYLE, "perfect")
        return _STYLES.get(style, style)
    return "engine" if spec.engine is not None else spec.kind
