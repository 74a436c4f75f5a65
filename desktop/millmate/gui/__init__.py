"""The graphical interface; the only package that imports PySide6."""
