"""Kernels kept as machine code: the same as Numba's, and loaded without it."""

import os
from pathlib import Path

import numpy as np
import pytest
from tests.kernels.test_uncompiled import output

from millmate.kernels import linked
from millmate.kernels.engine import layout
from millmate.kernels.engine.entries import new_words
from millmate.kernels.linked import Kernels

COUNT = """
import chess, sys, warnings
warnings.simplefilter("ignore", RuntimeWarning)  # uncompiled, words overflow aloud
from millmate.search.chess_perft import count_leaves

fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
print(count_leaves(chess.Board(fen), 2), "numba" in sys.modules)
"""


THINK = """
import sys, warnings
warnings.simplefilter("ignore", RuntimeWarning)
from millmate.games.morris.rules import MORRIS
from millmate.search.limits import SearchLimits
from millmate.search.strong_morris import StrongMorrisSearch

found = StrongMorrisSearch(1).search(MORRIS.board(), SearchLimits(depth=2))
print(found.lines[0].nodes, "numba" in sys.modules)
"""


@pytest.fixture
def few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kernels:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))  # Numba itself has read it already
    return Kernels("few", {"complete_row": "millmate.kernels.engine.buffers"})


def completed(kernels: Kernels) -> int:
    """Return what a group's function makes of a row with two kings."""
    words = new_words()
    words[layout.ROWS + layout.KING] = 1 | 1 << 63
    words[layout.ROWS + layout.SIDES] = 1
    words[layout.ROWS + layout.SIDES + 1] = 1 << 63
    words[layout.ROWS + layout.STATE] = layout.NO_SQUARE << 4
    assert kernels.function("complete_row")(words, layout.ROWS) == 0
    return int(words[layout.ROWS + layout.KEY])


@pytest.mark.parametrize("program", [COUNT, THINK])
def test_once_linked_they_need_no_numba_and_uncompiled_they_do_the_same(program: str) -> None:
    found, _ = output(program).split()  # linked, if it has not been
    assert output(program).split() == [found, "False"]
    assert output(program, NUMBA_DISABLE_JIT="1").split() == [found, "True"]


def test_they_are_kept_in_a_file_of_their_own(few: Kernels, tmp_path: Path) -> None:
    assert not few.is_linked()
    key = completed(few)
    assert key
    assert few.is_linked()
    (kept,) = tmp_path.glob("linked-few-*")
    written = kept.stat().st_mtime_ns
    again = Kernels("few", {"complete_row": "millmate.kernels.engine.buffers"})
    assert completed(again) == key
    assert kept.stat().st_mtime_ns == written


def test_a_damaged_file_is_not_run_but_replaced(few: Kernels, tmp_path: Path) -> None:
    key = completed(few)
    (kept,) = tmp_path.glob("linked-few-*")
    sound = kept.read_bytes()
    for damaged in (b"", sound[:-100], sound[:-1] + b"?", b"{}\n" + sound):
        kept.write_bytes(damaged)
        again = Kernels("few", {"complete_row": "millmate.kernels.engine.buffers"})
        assert completed(again) == key
        assert kept.read_bytes() == sound


def test_a_place_that_cannot_be_written_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    few = Kernels("few", {"complete_row": "millmate.kernels.engine.buffers"})
    assert completed(few)
    assert not few.is_linked()


def test_where_numba_has_changed_within_its_own_functions_are_called(
    few: Kernels, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = completed(few)

    def changed(functions: object) -> None:
        raise AttributeError("there is no such name any more")

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(Path(os.environ["NUMBA_CACHE_DIR"]) / "other"))
    monkeypatch.setattr(linked, "_link", changed)
    again = Kernels("few", {"complete_row": "millmate.kernels.engine.buffers"})
    assert completed(again) == key
    assert not again.is_linked()


@pytest.mark.parametrize(
    "words",
    [
        np.zeros(layout.TABLE, np.int64),
        np.zeros(2 * layout.TABLE, np.uint64)[::2],
        np.zeros((2, layout.TABLE), np.uint64),
    ],
)
def test_memory_of_another_kind_is_refused(few: Kernels, words: np.ndarray) -> None:
    with pytest.raises(TypeError, match="complete_row takes a flat array of uint64"):
        few.function("complete_row")(words, layout.ROWS)


def test_so_is_another_number_of_arguments(few: Kernels) -> None:
    with pytest.raises(ValueError, match="argument"):
        few.function("complete_row")(new_words())
