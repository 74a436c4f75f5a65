"""The names of tables of both games; light enough for a window to parse at every keystroke."""

from typing import Any

from millmate.games.board import Board
from millmate.games.catalogue import rules_of
from millmate.games.chess.material import Material
from millmate.tablebase.morris import names as morris
from millmate.tablebase.morris.names import MorrisTarget, Subspace, is_morris

# A user can ask for these: the table of a material, or tables of morris.
Target = Material | MorrisTarget


class _Chess:
    @staticmethod
    def material(board: Any) -> str:
        return str(Material.to_build(board))

    target = material


# The naming of tables, by game.
_NAMES: dict[str, Any] = {"chess": _Chess, "morris": morris}


def parse(text: str) -> Target:
    """Return the target that `text` names: a material such as `KBNvK`, or morris: `morris:5-4`.

    Raises:
        InputError: It names neither.
    """
    return MorrisTarget.parse(text) if is_morris(text) else Material.parse(text)


def table_of(board: Board) -> str:
    """Return the name of the table of a position, whether it exists or not.

    Raises:
        InputError: The game has no tables.
    """
    name: str = _NAMES[rules_of(board).kind].material(board)
    return name


def target_of(board: Board) -> str:
    """Return the name of the tables to build for a position and everything that follows."""
    name: str = _NAMES[rules_of(board).kind].target(board)
    return name


def file_name(table: Material | Subspace) -> str:
    """Return the name of a table in the file system: `KBNvK`, `morris-9-8`."""
    return str(table).replace(":", "-")
