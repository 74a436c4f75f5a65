"""The notebook's cells run in order, without a notebook server."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).resolve().parents[2] / "docs" / "notebooks" / "kqvk.ipynb"


def test_the_notebook_runs_to_its_plot() -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    assert max(names["sizes"]) == names["longest"].plies == 20
    drawn = ET.fromstring(names["plot"]._repr_svg_())
    assert len(drawn.findall("{*}rect")) == len(names["sizes"])
