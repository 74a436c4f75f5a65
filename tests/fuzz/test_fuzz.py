"""Whatever comes from outside is taken or refused in one sentence, in time and in little memory.

The long form, marked slow, gives 100,000 inputs to each target, as `run.py` does by hand.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.fuzz import run
from tests.fuzz.targets import TARGETS

NAMES = list(TARGETS)
FEW, MANY = 16, 100_000
# Half of the changes know the format and mend its checksums, half are anything at all.
_EDITS = st.lists(
    st.tuples(
        st.floats(0, 1), st.integers(0, 40), st.binary(max_size=8) | st.sampled_from([b"9" * 30])
    ),
    max_size=4,
)


@pytest.mark.parametrize("name", NAMES)
def test_sound_inputs_are_taken(name: str) -> None:
    for seed in TARGETS[name].seeds:
        assert TARGETS[name].try_(seed), seed


@pytest.mark.parametrize("name", NAMES)
def test_inputs_that_are_almost_right_are_taken_or_refused(name: str) -> None:
    target = TARGETS[name]

    @settings(max_examples=FEW, database=None)
    @given(st.integers(0, 2**32), st.integers(0, 100), _EDITS)
    def holds(seed: int, which: int, edits: list[tuple[float, int, bytes]]) -> None:
        if seed % 2:
            target.try_(target.input(random.Random(seed)))
            return
        data = bytearray(target.seeds[which % len(target.seeds)])
        for place, length, put in edits:
            at = int(place * len(data))
            data[at : at + length] = put
        target.try_(bytes(data))

    holds()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="time and memory are watched by POSIX means")
@pytest.mark.parametrize("name", NAMES)
def test_a_hundred_thousand_inputs_are_taken_or_refused(
    name: str, record_property: Callable[[str, object], None]
) -> None:
    report = run.run(TARGETS[name], MANY)
    record_property("report", report)
    assert not report.found, "\n".join(report.traces.values())
