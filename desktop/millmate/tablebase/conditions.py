"""Parse conditions on men: `Ke1 R7 kd5,d6` in chess, `Wd6 Bd7,g7` in morris."""

from __future__ import annotations

from collections import Counter

from millmate.errors import InputError
from millmate.games.chess.regions import region
from millmate.games.morris.points import mask_of
from millmate.tablebase.query import Stand


class ConditionError(InputError):
    """A text is no condition, or the table has no such man."""


def conditions(text: str, men: str) -> tuple[Stand, ...]:
    """Return the conditions in `text`, separated by spaces.

    Each is a man and its places, separated by commas. Chessmen are written as in a FEN and stand in
    a `region`; morris has `W`hite and `B`lack stones.

    Args:
        text: The conditions.
        men: The men of the table, as `sets.Contents` has them.

    Raises:
        InputError: One names no places, or a man that the table lacks or has less often.
    """
    found = tuple(_condition(item, men) for item in text.split())
    refuse_too_many(found, men)
    return found


def refuse_too_many(found: tuple[Stand, ...], men: str) -> None:
    """Raise `ConditionError` where conditions ask for more men of a kind than there are."""
    for man, times in Counter(stand.man for stand in found).items():
        if man in "KQRBNPkqrbnp" and times > men.count(man):
            raise ConditionError(f"{times} times {man!r}: the table has {men.count(man)}")


def stones(text: str, man: str) -> tuple[Stand, ...]:
    """Return conditions for stones on all points in `text`; `a7/d7` means a stone on either.

    Raises:
        InputError: A name is not that of a point.
    """
    return tuple(Stand(man, _points(item, "/")) for item in text.replace(",", " ").split())


def _condition(item: str, men: str) -> Stand:
    man, places = item[:1], item[1:]
    if men == "Ss":
        if man not in "WB":
            raise ConditionError(f"{item!r}: begin with W or B, for a stone of White or of Black")
        return Stand("S" if man == "W" else "s", _points(places, ","))
    if man not in men:
        raise ConditionError(f"{item!r}: begin with one of the table's men, which are {men}")
    return Stand(man, region(places))


def _points(text: str, between: str) -> int:
    return mask_of(*text.split(between))
