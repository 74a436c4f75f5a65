"""The manual's settings for Sphinx: `python -m sphinx -W docs FOLDER` builds it (extra `docs`).

With `-b linkcheck` it asks the web instead whether the links to other sites lead somewhere.

Pages are written in MyST Markdown, which also reads well where the sources are shown. What the
program knows itself (commands, terms, keys) is put in by `generated.py`.
"""

import sys
from pathlib import Path

_DOCS = Path(__file__).resolve().parent
sys.path[:0] = [str(_DOCS), str(_DOCS.parent / "desktop")]

from millmate import __version__  # noqa: E402

project = "Mill & Mate"
copyright = "2026 Mill & Mate developers"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "generated"]
autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
add_module_names = False  # it is all in `millmate`
default_role = "code"  # of `names` in docstrings
exclude_patterns = ["notebooks"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = f"Mill & Mate {release}"
html_favicon = "../resources/icon.svg"
html_copy_source = False
html_show_sourcelink = False

linkcheck_timeout = 30  # seconds
linkcheck_retries = 2
