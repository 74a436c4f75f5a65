"""All parsers that are fuzzed, by name."""

from __future__ import annotations

from tests.fuzz import containers, engines, keeping, tables, texts
from tests.fuzz.keeping import forget
from tests.fuzz.target import Target

__all__ = ["TARGETS", "forget"]

TARGETS: dict[str, Target] = {
    target.name: target
    for target in (
        *texts.TARGETS,
        *keeping.TARGETS,
        *containers.TARGETS,
        *tables.TARGETS,
        *engines.TARGETS,
    )
}
