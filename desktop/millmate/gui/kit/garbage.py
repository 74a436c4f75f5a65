"""Python's cyclic garbage collector, run in the window's thread only, and only between events.

Left alone it runs wherever an allocation brings a count over its threshold, in any thread and in
the middle of anything. Objects of Qt in reference cycles, such as a dialog that was closed or a
finished task, are then deleted there, and Qt permits neither:

- Qt takes an event from its queue, and Python waits for the interpreter's lock to handle it. A
  worker that holds the lock collects the object that the event is for: the process crashes. So it
  does if a timer that runs is deleted in another thread, for it remains in the window's list.
- `QApplication.allWidgets()` makes a Python object for each widget. That allocates, the collector
  deletes a widget that comes later in the list, and the process crashes.

Between two events no C++ function holds a pointer to what Python no longer needs.
"""

import gc
import sys

from PySide6.QtCore import QObject, QTimer, Slot

_EVERY_MS = 250
_GROWTH = 1.25  # of the memory blocks since all objects were looked at, until that is done again


class GarbageCollector(QTimer):
    """Turns Python's collector off and does its work in the event loop."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent, interval=_EVERY_MS)
        self._blocks = 0  # after all objects were looked at; 0: the window is not open yet
        self.timeout.connect(self.collect_due)
        gc.disable()
        self.start()

    @Slot()
    def collect_due(self) -> None:
        """Collect what Python would by now: young objects by their number, all by their growth.

        Python examines all objects, which takes a tenth of a second, once their number has grown by
        a quarter. The number of memory blocks says nearly the same and costs little. What exists
        when the window opens is there for good and is not examined again.
        """
        blocks = sys.getallocatedblocks()
        young, middle, _ = map(int.__gt__, gc.get_count(), gc.get_threshold())
        if not self._blocks:
            gc.freeze()
            self._blocks = blocks
        elif blocks > _GROWTH * self._blocks:
            gc.collect()
            self._blocks = sys.getallocatedblocks()
        elif young:
            gc.collect(1 if middle else 0)
        self._blocks = min(self._blocks, blocks)
