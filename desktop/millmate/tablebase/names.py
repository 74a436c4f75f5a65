"""The names of tables of both games; light enough for a window to parse at every keystroke."""

from millmate.games.chess.material import Material
from millmate.tablebase.morris.names import MorrisTarget, Subspace, is_morris

# A user can ask for these: the table of a material, or tables of morris.
Target = Material | MorrisTarget


def parse(text: str) -> Target:
    """Return the target that `text` names: a material such as `KBNvK`, or morris: `morris:5-4`.

    Raises:
        InputError: It names neither.
    """
    return MorrisTarget.parse(text) if is_morris(text) else Material.parse(text)


def file_name(table: Material | Subspace) -> str:
    """Return the name of a table in the file system: `KBNvK`, `morris-9-8`."""
    return str(table).replace(":", "-")
