"""The signs (NAGs) of the PGN standard: their symbols and meanings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from millmate.language import mark, tr

# A move has at most one of these, and one that judges the position.
OF_MOVES = {
    1: ("!", mark("good move")),
    2: ("?", mark("mistake")),
    3: ("!!", mark("brilliant move")),
    4: ("??", mark("blunder")),
    5: ("!?", mark("interesting move")),
    6: ("?!", mark("dubious move")),
    7: ("□", mark("only move")),
}
OF_POSITIONS = {
    10: ("=", mark("equal position")),
    13: ("∞", mark("unclear position")),
    14: ("⩲", mark("White is slightly better")),
    15: ("⩱", mark("Black is slightly better")),
    16: ("±", mark("White is better")),
    17: ("∓", mark("Black is better")),
    18: ("+−", mark("White is winning")),
    19: ("−+", mark("Black is winning")),
}
_OTHERS = {
    22: ("⨀", mark("White is in zugzwang")),
    23: ("⨀", mark("Black is in zugzwang")),
    36: ("↑", mark("White has the initiative")),
    37: ("↑", mark("Black has the initiative")),
    40: ("→", mark("White has an attack")),
    41: ("→", mark("Black has an attack")),
    132: ("⇆", mark("White has counterplay")),
    133: ("⇆", mark("Black has counterplay")),
    138: ("⊕", mark("time trouble")),
    139: ("⊕", mark("time trouble")),
    146: ("N", mark("novelty")),
}
_ALL = OF_MOVES | OF_POSITIONS | _OTHERS
_BY_SYMBOL = {symbol: number for number, (symbol, _) in _ALL.items() if number < 20}


def symbols(nags: Sequence[int]) -> str:
    """Return the symbols of `nags` as shown after a move: `!?`, `! ±`, `$99`."""
    if not nags:
        return ""
    shown = [(_ALL[n][0] if n in _ALL else f"${n}", n in OF_MOVES) for n in nags]
    return "".join(text if of_move else f" {text}" for text, of_move in shown)


def words(nags: Iterable[int]) -> str:
    meanings = [tr(_ALL[n][1]) if n in _ALL else tr("sign {number} of the standard", number=n)
            for n in nags]  # fmt: skip
    return ", ".join(meanings)


def chosen(nags: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return `nags` with the sign `number` added, or removed if present.

    The new sign replaces another one of its group.
    """
    kind = next((kind for kind in (OF_MOVES, OF_POSITIONS) if number in kind), {number: ("", "")})
    others = tuple(n for n in nags if n not in kind)
    if number in nags:
        return others
    return (number, *others) if kind is OF_MOVES else (*others, number)


def typed(before: str, letter: str) -> int | None:
    """Return the sign meant by typing `letter` after the symbol `before`."""
    for text in (before + letter, letter):
        if text in _BY_SYMBOL:
            return _BY_SYMBOL[text]
    return None
