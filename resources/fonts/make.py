"""Cut Inter down to what the window shows: run with the directory that has Inter's .otf files.

Letters of Latin, Greek and Cyrillic, figures, punctuation, arrows and signs stay, and of the
features kerning, composed letters and figures of equal width. The program does not use this file:
it is for renewing the fonts, which are Inter 3.19 as of now, and needs fontTools.
"""

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter, load_font, save_font

WEIGHTS = ("Regular", "Medium", "SemiBold")
_FAMILY, _STYLE = 16, 17  # of names: weights of one family, which systems find by their weight
_BLOCKS = (
    (0x0020, 0x024F),  # Latin
    (0x02B0, 0x036F),  # accents
    (0x0370, 0x03FF),  # Greek
    (0x0400, 0x045F),  # Cyrillic
    (0x1E00, 0x1EFF),  # more Latin
    (0x2000, 0x206F),  # dashes, quotation marks, spaces
    (0x2070, 0x20CF),  # small figures, currencies
    (0x2100, 0x218F),  # number sign, fractions
    (0x2190, 0x22FF),  # arrows, mathematics
    (0x2300, 0x23FF),  # keys
    (0x25A0, 0x27BF),  # shapes, checks, stars
)


def cut(source: Path, target: Path, weight: str) -> None:
    """Write the letters of `source` that the window needs to `target`, in the family Inter."""
    options = Options(
        layout_features=["kern", "ccmp", "mark", "mkmk", "locl", "tnum"],
        hinting=False,
        desubroutinize=False,
        name_IDs=["*"],
        notdef_outline=True,
    )
    font = load_font(str(source), options)
    subsetter = Subsetter(options)
    subsetter.populate(
        unicodes=[code for first, last in _BLOCKS for code in range(first, last + 1)]
    )
    subsetter.subset(font)
    for identifier, text in ((_FAMILY, "Inter"), (_STYLE, weight)):
        font["name"].setName(text, identifier, 3, 1, 0x409)
    save_font(font, str(target), options)


def main() -> None:
    for weight in WEIGHTS:
        name = f"Inter-{weight}.otf"
        cut(Path(sys.argv[1]) / name, Path(__file__).with_name(name), weight)


if __name__ == "__main__":
    main()
