"""Screens of any size for windows that are shown without a display."""

import json
from pathlib import Path

# The value of QT_QPA_PLATFORM for one usual screen of 1920 by 1080.
USUAL = f"offscreen:configfile={Path(__file__).with_name('screen.json')}"


def screen_of(folder: Path, width: int, height: int) -> str:
    """Return the value of QT_QPA_PLATFORM for one screen of this size; it is described in `folder`.

    Qt's own screen without a display is 800 by 800, which no monitor has.
    """
    screen = {"name": "only", "x": 0, "y": 0, "width": width, "height": height}
    screen |= {"logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
    described = folder / f"screen-{width}x{height}.json"
    described.write_text(json.dumps({"screens": [screen]}), encoding="utf-8")
    return f"offscreen:configfile={described}"
