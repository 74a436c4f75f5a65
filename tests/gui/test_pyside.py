import sys

import PySide6
from PySide6.QtCore import QObject


def test_calls_that_return_nothing_keep_none_alive():
    """PySide6 6.12.0 lost a reference to None per call: on Python 3.11 the window aborted."""
    thing = QObject()
    before = sys.getrefcount(None)
    for _ in range(500):
        thing.setObjectName("name")
    lost = before - sys.getrefcount(None)
    assert lost < 250, f"PySide6 {PySide6.__version__} is broken on this Python: install 6.11"
