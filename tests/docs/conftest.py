"""The manual is built as for packages, by the installer's own script."""

from tests.installer.conftest import installer

__all__ = ["installer"]
