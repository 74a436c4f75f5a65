"""A window that is closed the moment it has opened ends as cleanly as any other."""

import os
import subprocess
import sys

import pytest

CLOSES = """
import sys
from PySide6.QtCore import QTimer
from millmate.gui import app

made = app.make_application

def make():
    application = made()
    QTimer.singleShot(0, lambda: QTimer.singleShot(int(sys.argv[1]), application.closeAllWindows))
    return application

app.make_application = make
sys.exit(app.open_window())
"""


@pytest.mark.parametrize("milliseconds", [100, 450])
def test_closing_at_once_leaves_no_thread_behind(tmp_path, milliseconds):
    places = {f"MILLMATE_{name}": str(tmp_path) for name in ("DATA", "CONFIG", "CACHE", "TABLES")}
    places |= {"XDG_STATE_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", CLOSES, str(milliseconds)]
    told = subprocess.run(command, env=os.environ | places, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    assert "QThread" not in told.stderr
