"""A progress bar that is painted with everything else."""

from PySide6.QtWidgets import QProgressBar


class ProgressBar(QProgressBar):
    """Shows how far something is, when the window is next painted.

    Qt's own paints itself, and all else that waits to be painted, within `setValue`: with a list
    or two that change at the same time, that is most of what the window does.
    """

    def setValue(self, value: int) -> None:
        self.setUpdatesEnabled(False)
        super().setValue(value)
        self.setUpdatesEnabled(True)
