"""Objects of Qt in reference cycles are deleted in the window's thread, and between events."""

import gc
import subprocess
import sys
import threading
import weakref

import pytest
from PySide6.QtCore import QObject
from tests.tiers import first

from millmate.gui.kit.tasks import GarbageCollector, Task

# Left to Python's own collector, either ends in a segmentation fault within seconds.
CLOSED_WHILE_LISTED = """
for _ in range(40):
    for _ in range(3):
        left = QWidget()
        left.cycle = left
        for _ in range(3):
            QTableWidget(left)
    del left
    for widget in QApplication.allWidgets():
        widget.objectName()
    app.processEvents()
"""
LEFT_WITH_AN_EVENT_TO_COME = """
class Left(QObject):
    def __init__(self):
        super().__init__()
        self.cycle = self
        self.timer = QTimer(self, singleShot=True, interval=1)
        self.timer.timeout.connect(self.told)
        self.timer.start()

    @Slot()
    def told(self):
        pass

def allocate():
    while True:
        kept = [[] for _ in range(1000)]
        time.sleep(0)

sys.setswitchinterval(1e-5)
threading.Thread(target=allocate, daemon=True).start()
end = time.monotonic() + 1
while time.monotonic() < end:
    for _ in range(20):
        QMetaObject.invokeMethod(Left(), "told", Qt.ConnectionType.QueuedConnection)
    app.processEvents()
"""
PROGRAM = """
import os, sys, threading, time
from PySide6.QtCore import QMetaObject, QObject, QTimer, Qt, Slot
from PySide6.QtWidgets import QApplication, QTableWidget, QWidget
from tests.tiers import first
from millmate.gui.app import make_application
app = make_application()
{}
print("alive", flush=True)
os._exit(0)
"""


def test_the_collector_deletes_objects_in_the_windows_thread_only(qtbot, qapp):
    qapp.findChild(GarbageCollector).collect_due()  # the first keeps what is there
    kept, where = [], []

    def work(progress, stopped):
        kept.extend([] for _ in range(gc.get_threshold()[0] * 100))  # the collector would come now

    left = QObject()
    left.cycle = left
    weakref.finalize(left, lambda: where.append(threading.current_thread()))
    del left
    with qtbot.waitSignal((task := Task(work)).finished):
        task.launch()
    qtbot.waitUntil(lambda: where != [])
    assert where == [threading.main_thread()]


@pytest.mark.parametrize("program", first(1, [CLOSED_WHILE_LISTED, LEFT_WITH_AN_EVENT_TO_COME]))
def test_what_is_left_behind_at_any_moment_crashes_nothing(program):
    command = [sys.executable, "-X", "faulthandler", "-c", PROGRAM.format(program)]
    told = subprocess.run(command, capture_output=True, text=True)
    assert told.stdout == "alive\n", told.stderr
